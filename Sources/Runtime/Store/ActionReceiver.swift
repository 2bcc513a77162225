/// Takes the actions that effects send.
@MainActor package protocol ActionReceiver<Action>: AnyObject {
  associatedtype Action: Sendable

  /// Reduces the action, or keeps it for later.
  func receive(_ action: Action, from effect: RunningEffect<Action>) -> Delivery

  /// Takes note that an effect was cancelled: it cannot send any more.
  func disconnected(_ effect: RunningEffect<Action>)

  /// Starts the task of an effect.
  func startTask(
    of effect: RunningEffect<Action>, operation: @escaping @MainActor @Sendable () async -> Void
  ) -> Task<Void, Never>
}

/// Stands between effects and the store, and decides when an action is reduced.
@MainActor package protocol ActionInterceptor<Action>: AnyObject {
  associatedtype Action: Sendable

  /// Takes an action that an effect sent.
  func intercept(_ action: Action, from effect: RunningEffect<Action>) -> Delivery

  /// Forgets what an effect sent that was cancelled.
  func disconnected(_ effect: RunningEffect<Action>)
}
