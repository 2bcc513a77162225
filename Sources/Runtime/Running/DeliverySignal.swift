/// Suspends an effect's `await send` until an action that was not reduced at once has been reduced
/// or dropped.
///
/// In a store this is a `Gate`, in a test store a `LaneSignal`.
@usableFromInline
@MainActor package protocol DeliverySignal: AnyObject, Sendable {
  /// Returns once the action has been reduced or dropped.
  func wait() async
}
