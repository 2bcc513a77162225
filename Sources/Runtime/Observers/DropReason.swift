/// Why an action was not reduced; a part of the event `dropped` of ``StoreEvent``.
public enum DropReason: Sendable, Hashable, CustomStringConvertible {
  /// The effect that sent the action had been cancelled.
  case senderCancelled
  /// The effect that sent the action had already ended.
  case senderEnded
  /// The action was queued when the handle (``StoreTask``) that covers it was cancelled.
  case handleCancelled
  /// The action was sent to a scoped store whose child has left the state.
  case childAbsent
  /// The store was dismissed: its root feature dismissed itself.
  case storeDismissed

  /// The reason as a sentence: `its sender was cancelled`.
  public var description: String {
    switch self {
    case .senderCancelled: "its sender was cancelled"
    case .senderEnded: "its sender had ended"
    case .handleCancelled: "its handle was cancelled"
    case .childAbsent: "the child of its scoped store had left the state"
    case .storeDismissed: "the store was dismissed"
    }
  }
}
