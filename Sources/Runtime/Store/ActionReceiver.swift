/// Takes the actions that effects send.
@MainActor package protocol ActionReceiver<Action>: AnyObject {
  associatedtype Action: Sendable

  /// Reduces the action, or keeps it for later.
  func receive(_ action: Action, from effect: RunningEffect<Action>) -> Delivery

  /// Starts the task of an effect.
  func startTask(
    of effect: RunningEffect<Action>, operation: @escaping @MainActor @Sendable () async -> Void
  ) -> Task<Void, Never>
}
