/// What an effect needs of its store, whatever the store's state and action are.
@MainActor package protocol EffectHost: AnyObject {
  /// The effects that it hosts.
  var registry: EffectRegistry { get }

  /// Starts the task of an effect.
  func startTask(of effect: RunningEffect, _ leaf: any EffectLeaf) -> Task<Void, Never>

  /// Records that an effect was cancelled: it cannot send any more.
  func disconnected(_ effect: RunningEffect)

  /// Changes what is in flight while actions are queued, and then does what follows.
  func busy(_ change: () -> Void)
}

extension EffectHost {
  /// The store's end for actions of the type that its effects send.
  func receiver<Action>(of action: Action.Type) -> ActionReceiver<Action> {
    // Safe: the host of an effect is the core of the store whose reducer returned it, so its action is the
    // action of that `Effect`, which is what the leaves of the effect send. The core is an
    // `ActionReceiver` of it, and nothing else is a host.
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
    preconditionFailure("Core overrides this method, and is all that hosts effects.")
  }
}

/// Stands between effects and the store, and decides when an action is reduced.
@MainActor package protocol ActionInterceptor<Action>: AnyObject {
  associatedtype Action: Sendable

  /// Takes an action that an effect sent; returns what will signal that it has been reduced.
  func intercept(_ action: Action, from effect: RunningEffect) -> any DeliverySignal

  /// Forgets what an effect sent that was cancelled.
  func disconnected(_ effect: RunningEffect)
}
