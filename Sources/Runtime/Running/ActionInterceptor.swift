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
