/// A subscription that a state declares, as observers are told.
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

  /// The id that the state declares, if it declares one.
  public var subscriptionID: String? { declaredID?.description }

  /// The feature that declares it, from the root: empty at the root, else as `rows[3].detail`.
  public var path: String { components.map(\.description).joined(separator: ".") }

  /// The action after which the state declared it, or `initialState`.
  public var startedBy: String { ValueLine.text(cause) }

  /// Its number, id and feature: `subscription 1 (channel 5) in radio`.
  public var description: String {
    let id = subscriptionID.map { " (\($0))" } ?? ""
    return "subscription \(self.id)\(id)" + (components.isEmpty ? "" : " in \(path)")
  }
}

extension EffectTree {
  /// The features around all of this effect, from the root.
  var commonPath: [PathComponent] {
    switch self {
    case .scoped(let inner, let component): [component] + inner.commonPath
    case .dependent(let inner, _), .presented(let inner, _): inner.commonPath
    default: []
    }
  }
}
