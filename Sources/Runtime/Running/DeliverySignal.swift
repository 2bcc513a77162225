/// A signal for the sender of an action that was not reduced at once: it has been reduced or
/// dropped.
@usableFromInline
@MainActor package protocol DeliverySignal: AnyObject, Sendable {
  /// Returns once the action has been reduced or dropped.
  func wait() async
}
