/// A store's loop as effects and views see it, with the types of state and action erased.
///
/// `Core` is the only conforming type.
@MainActor protocol StoreLoop: AnyObject {
  /// The effects of the store.
  var registry: EffectRegistry { get }

  /// How often the state may have changed so far; while it is unchanged, so is the state.
  var changes: Int { get }

  var statistics: StoreStatistics { get }

  /// Whether an action is being reduced, or what follows from one is still to be done.
  var isInBatch: Bool { get }

  /// Whether a reducer is running, so that the state cannot be read.
  var isReducing: Bool { get }

  /// Handles that an effect was cancelled: it cannot send any more.
  func disconnected(_ effect: RunningEffect)

  /// Changes what is in flight while actions are queued, then does what follows.
  func update(_ change: () -> Void)

  /// Whether the store has observers.
  var isObserved: Bool { get }

  /// The records of effects that an observer of the store keeps, if one does.
  var records: (any EffectRecords)? { get }

  /// Notifies observers of the store of pending events.
  func notifyObservers()

  /// Whether an effect of a feature that is not presented has asked for the feature's removal.
  var isDismissed: Bool { get }

  /// Dismisses the store for an effect; returns a signal to await if that is not done at once.
  func dismiss(by effect: RunningEffect) -> (any DeliverySignal)?

  /// Cancels all subscriptions and starts no more.
  func endSubscriptions()

  /// Changes a shared value, which no kept field of the state has as yet.
  func make(_ change: any AnySharedChange, under dependencies: DependencyValues)

  /// Takes the shared value that has changed outside, for a subscription, without an action.
  func takeSharedValue(for run: Cascade)

  /// Compares subscriptions after a change of a shared value.
  func compareSubscriptions()

  /// Tells who reads shared values through the store.
  var sharing: StoreSharing { get }

  /// Saves the shared keys that are kept in files.
  func flushShared() async

  /// Cancels all effects; nothing is reduced after it.
  func shutDown()
}

extension StoreLoop {
  /// The receiver for actions of the type that the store's effects send.
  func receiver<Action>(of action: Action.Type) -> ActionReceiver<Action> {
    // Safe: an effect's loop is the core of the store whose reducer returned the effect. So its
    // action is the action of that `Effect`, which is what the effect's leaves send. The core is an
    // `ActionReceiver` of it, and nothing else is a loop.
    unsafe unsafeDowncast(self, to: ActionReceiver<Action>.self)
  }
}

/// Receives the actions that are sent to a store, and those that effects send.
@MainActor package class ActionReceiver<Action: Sendable> {
  /// The loop that reduces the actions in the end.
  var loop: any StoreLoop {
    preconditionFailure("Core and ScopedReceiver, the only subclasses, override this property.")
  }

  /// Reduces an action, or queues it while a reducer runs.
  func send(_ action: Action) -> StoreTask {
    preconditionFailure("Core and ScopedReceiver, the only subclasses, override this method.")
  }

  /// Reduces an action, or keeps it for later and returns a signal to await.
  func receive(_ action: Action, from effect: RunningEffect) -> (any DeliverySignal)? {
    preconditionFailure("Core overrides this method, and no other receiver has effects.")
  }

  /// Notifies observers of the store that an action is not reduced.
  func notifyDropped(_ action: Action, _ reason: DropReason) {
    preconditionFailure("Core and ScopedReceiver, the only subclasses, override this method.")
  }
}

/// An interceptor between effects and the store that decides when actions are reduced.
@MainActor package protocol ActionInterceptor<Action>: AnyObject {
  associatedtype Action: Sendable

  /// Whether pending effects must wait.
  var blocksStarts: Bool { get }

  /// Takes an action that an effect sent; returns a signal that it has been reduced.
  func intercept(_ action: Action, from effect: RunningEffect) -> any DeliverySignal

  /// Takes note of a change of a shared value that no field of the store keeps.
  func notice(_ change: MadeChange)

  /// Decides whether the store may be dismissed; returns a signal to await if it may not yet be.
  func interceptDismissal(by effect: RunningEffect) -> (any DeliverySignal)?

  /// Forgets what a cancelled effect sent.
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
/// Only this and ``RunningEffect/cancelTask()`` start or cancel tasks.
@MainActor package protocol EffectExecutor: AnyObject {
  /// Starts a task that runs an effect's leaf at once, up to its first suspension, with the effect
  /// as ``RunningEffect/current``.
  func start(_ effect: RunningEffect, _ leaf: EffectLeaf) -> Task<Void, any Error>
}

/// Runs effects on the main actor, starting at once.
@MainActor final class ImmediateExecutor: EffectExecutor {
  static let shared = ImmediateExecutor()

  func start(_ effect: RunningEffect, _ leaf: EffectLeaf) -> Task<Void, any Error> {
    if RunningEffect.current.get() == nil { return leaf.makeTask(for: effect) }
    // The task of another effect: what the new task inherits from it lives as long as the new task.
    return RunningEffect.current.withValue(effect) { leaf.makeTask(for: effect) }
  }
}
