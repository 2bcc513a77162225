/// Describes a subscription, an effect that runs as long as the state declares it, to the observers
/// of a store.
public struct SubscriptionDescription: Sendable, Identifiable, CustomStringConvertible {
  /// The number of the subscription in its store, in the order in which they were declared.
  public let id: Int
  private let declaredID: AnyID?
  private let components: [PathComponent]
  private let cause: any Sendable

  init(id: Int, declaredID: AnyID?, path: [PathComponent], cause: any Sendable) {
    self.id = id
    self.declaredID = declaredID
    components = path
    self.cause = cause
  }

  /// The id under which the state declares the subscription, if it has one.
  public var subscriptionID: String? { declaredID?.description }

  /// The path of the feature that declares the subscription: empty at the root, otherwise for
  /// example `rows[3].detail`.
  public var path: String { components.map(\.description).joined(separator: ".") }

  /// The action after which the state declared the subscription, or `initialState`; `sharedValue`
  /// if a change of a shared value was the cause.
  public var startedBy: String { ValueLine.text(cause) }

  /// Its number, id and feature: `subscription 1 (channel 5) in radio`.
  public var description: String {
    let id = subscriptionID.map { " (\($0))" } ?? ""
    return "subscription \(self.id)\(id)" + (components.isEmpty ? "" : " in \(path)")
  }
}

extension EffectTree {
  /// The path, from the root, of the feature to which all parts of this effect belong.
  var commonPath: [PathComponent] {
    switch self {
    case .scoped(let inner, let component): [component] + inner.commonPath
    case .dependent(let inner, _), .presented(let inner, _): inner.commonPath
    default: []
    }
  }
}
