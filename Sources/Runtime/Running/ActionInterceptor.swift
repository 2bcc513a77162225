/// Holds back the actions that effects send to a test store, until the test receives them.
///
/// `TestRun`, the machinery of a test store, conforms; the store's loop (`Core`) calls it. A
/// `Store` has no interceptor: its loop reduces the actions of effects itself.
@MainActor package protocol ActionInterceptor<Action>: AnyObject {
  associatedtype Action: Sendable

  /// Whether pending effects, which were returned but have not started, must not start yet: the
  /// test has to receive an action first that another effect sent as it started.
  var blocksStarts: Bool { get }

  /// Holds back an action that an effect sent; returns the signal for which the effect's
  /// `await send` waits.
  func intercept(_ action: Action, from effect: RunningEffect) -> any DeliverySignal

  /// Records a change of a shared value that the state does not contain: no field of it is kept in
  /// the value's key. The test must receive such a change.
  func notice(_ change: AppliedChange)

  /// Returns `nil` if an effect may dismiss the store now; otherwise, a signal for which the effect
  /// waits until the store has been dismissed.
  func interceptDismissal(by effect: RunningEffect) -> (any DeliverySignal)?

  /// Drops the actions that are held back of an effect that was cancelled.
  func disconnected(_ effect: RunningEffect)
}
