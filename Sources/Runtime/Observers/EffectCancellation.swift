/// What cancelled an effect, or stopped a subscription.
public struct EffectCancellation: Sendable, CustomStringConvertible {
  /// The kind of cancel.
  public enum Reason: Sendable, Hashable {
    /// One of the effect's ids was cancelled: by `Effect.cancel(id:)`, `cancelInFlight`, or a newer
    /// effect that was debounced or throttled with the same id.
    case id
    /// The effect's feature left the state.
    case removal
    /// The state no longer declares the subscription.
    case undeclared
    /// ``StoreTask/cancel()`` was called for the action to which the effect belongs.
    case handle
    /// ``Store/drain(within:cleanup:fileID:line:)`` was called, or a test has skipped the effect.
    case drain
    /// The store's feature has dismissed itself.
    case dismissal
    /// The store was released.
    case storeEnd

    /// The name in recordings; written out, because a program may lack what reflection needs.
    package var name: String {
      switch self {
      case .id: "id"
      case .removal: "removal"
      case .undeclared: "undeclared"
      case .handle: "handle"
      case .drain: "drain"
      case .dismissal: "dismissal"
      case .storeEnd: "storeEnd"
      }
    }
  }

  /// The kind of cancel.
  public let reason: Reason
  /// The action that returned the cancel, or changed the state; `nil` if no action was the cause.
  public let action: (any Sendable)?
  /// Whether the effect had started; if not, it never will.
  package let hasStarted: Bool
  /// The id that was cancelled, if the reason is `id`.
  private let cancelID: AnyID?

  init(
    _ reason: Reason, id: AnyID? = nil, action: (any Sendable)? = nil, hasStarted: Bool = true
  ) {
    self.reason = reason
    cancelID = id
    self.action = action
    self.hasStarted = hasStarted
  }

  /// The id by which the effect was cancelled, if that is the reason.
  public var id: String? { cancelID?.description }

  /// The reason, with its id and its action: `by id search, by .clear`.
  public var description: String {
    let text =
      switch reason {
      case .id: "by id \(id ?? "")"
      case .removal: "with its feature"
      case .undeclared: "by the state"
      case .handle: "by its handle"
      case .drain: "by draining"
      case .dismissal: "by dismissal"
      case .storeEnd: "with its store"
      }
    let cause = action.map { ", by \(ValueLine.text($0))" } ?? ""
    return text + cause + (hasStarted ? "" : ", before it started")
  }
}
