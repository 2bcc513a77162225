/// Why an action was not reduced.
public enum DropReason: Sendable, Hashable, CustomStringConvertible {
  /// The effect that sent it had been cancelled.
  case senderCancelled
  /// The effect that sent it had ended before.
  case senderEnded
  /// It was queued, and the handle of the action that it belongs to was cancelled.
  case handleCancelled
  /// It was sent to a scoped store whose child has left the state.
  case childAbsent
  /// The feature has dismissed itself.
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
