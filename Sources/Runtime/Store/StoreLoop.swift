/// What effects and views need of a store's loop, whatever the store's state and action are.
///
/// A protocol to erase these types: `Core` is all that conforms to it.
@MainActor protocol StoreLoop: AnyObject {
  /// The effects of the store.
  var registry: EffectRegistry { get }

  /// The number of actions reduced so far: while it stays, the state stays.
  var actions: Int { get }

  var statistics: StoreStatistics { get }

  /// Whether an action is being reduced, or what follows from one has not been done yet.
  var isInBatch: Bool { get }

  /// Whether a reducer is running: the state cannot be read.
  var isReducing: Bool { get }

  /// Starts the task of an effect.
  func startTask(of effect: RunningEffect, _ leaf: any EffectLeaf) -> Task<Void, Never>

  /// Records that an effect was cancelled: it cannot send any more.
  func disconnected(_ effect: RunningEffect)

  /// Changes what is in flight while actions are queued, and then does what follows.
  func update(_ change: () -> Void)

  /// Whether the store has observers.
  var isObserved: Bool { get }

  /// What an observer of the store remembers of its effects, if one does.
  var records: (any EffectRecords)? { get }

  /// Tells observers of the store what they were not told yet.
  func tellObservers()

  /// Whether an effect of a feature that is not presented has asked for the feature's removal.
  var isDismissed: Bool { get }

  /// Ends the store for an effect; returns what will signal that, if it is not done at once.
  func dismiss(by effect: RunningEffect) -> (any DeliverySignal)?

  /// Cancels all subscriptions, and starts none any more.
  func endSubscriptions()

  /// Saves the shared keys of the state that are kept in files.
  func flushShared() async

  /// Cancels all effects; nothing is reduced after it.
  func shutDown()
}

extension StoreLoop {
  /// The store's end for actions of the type that its effects send.
  func receiver<Action>(of action: Action.Type) -> ActionReceiver<Action> {
    // Safe: an effect's loop is the core of the store whose reducer returned the effect. So its
    // action is the action of that `Effect`, which is what the leaves of the effect send. The core
    // is an `ActionReceiver` of it, and nothing else is a loop.
    unsafe unsafeDowncast(self, to: ActionReceiver<Action>.self)
  }
}

/// Takes the actions that are sent to a store, and those that effects send.
@MainActor package class ActionReceiver<Action: Sendable> {
  /// Reduces an action, or queues it while a reducer runs.
  func send(_ action: Action) -> StoreTask {
    preconditionFailure("Core and ScopedReceiver, the only subclasses, override this method.")
  }

  /// Reduces an action, or keeps it for later and returns what will signal that.
  func receive(_ action: Action, from effect: RunningEffect) -> (any DeliverySignal)? {
    preconditionFailure("Core overrides this method, and no other receiver has effects.")
  }

  /// Tells observers of the store that an action is not reduced.
  func tellDropped(_ action: Action, _ reason: DropReason) {
    preconditionFailure("Core and ScopedReceiver, the only subclasses, override this method.")
  }
}

/// Stands between effects and the store, and decides when an action is reduced.
@MainActor package protocol ActionInterceptor<Action>: AnyObject {
  associatedtype Action: Sendable

  /// Whether pending effects have to wait.
  var blocksStarts: Bool { get }

  /// Takes an action that an effect sent; returns what will signal that it has been reduced.
  func intercept(_ action: Action, from effect: RunningEffect) -> any DeliverySignal

  /// Says whether the store may end; returns what will signal that it has, if it must wait.
  func interceptDismissal(by effect: RunningEffect) -> (any DeliverySignal)?

  /// Forgets what an effect sent that was cancelled.
  func disconnected(_ effect: RunningEffect)
}

extension Core {
  package func setInterceptor(_ interceptor: (any ActionInterceptor<Action>)?) {
    _ = exchange(&self.interceptor, with: interceptor)
  }

  func disconnected(_ effect: RunningEffect) {
    interceptor?.disconnected(effect)
  }
}

/// Starts the tasks of effects.
///
/// With ``RunningEffect/cancelTask()`` this is all that starts or cancels tasks.
@MainActor package protocol EffectExecutor: AnyObject {
  /// Starts a task in which the leaf of an effect runs, at once, up to its first suspension.
  func start(_ effect: RunningEffect, _ leaf: any EffectLeaf) -> Task<Void, Never>
}

/// Runs effects on the main actor, from the moment in which they are started.
@MainActor final class ImmediateExecutor: EffectExecutor {
  static let shared = ImmediateExecutor()

  func start(_ effect: RunningEffect, _ leaf: any EffectLeaf) -> Task<Void, Never> {
    if leaf.name == nil, leaf.rawPriority == nil {
      return Task.immediate { await leaf.run(effect) }
    }
    return Task.immediate(name: leaf.name, priority: effect.priority) { await leaf.run(effect) }
  }
}
