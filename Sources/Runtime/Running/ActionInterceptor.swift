/// Holds back the actions that effects send to a test store, until the test receives them.
///
/// `TestRun`, the machinery of a test store, conforms; the store's loop (`Core`) calls it. A
/// `Store` has no interceptor: its loop reduces the actions of effects itself.
@MainActor package protocol ActionInterceptor<Action>: AnyObject {
  associatedtype Action: Sendable

  /// Whether effects that were returned and have not started must not start at this moment.
  var blocksStarts: Bool { get }

  /// Takes an action that an effect sent; returns the signal that ends the effect's `await send`.
  func intercept(_ action: Action, from effect: RunningEffect) -> any DeliverySignal

  /// Records a change of a shared value for which the state has no kept field, the field that has
  /// the value of a shared key.
  func notice(_ change: AppliedChange)

  /// Decides whether an effect may dismiss the store; returns a signal to await if not yet.
  func interceptDismissal(by effect: RunningEffect) -> (any DeliverySignal)?

  /// Drops the actions of a cancelled effect that have not been reduced.
  func disconnected(_ effect: RunningEffect)
}
