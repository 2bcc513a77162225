/// A description of an effect for reports, lists and observers.
///
/// Made in constant time; its texts are rendered when they are read.
public struct EffectDescription: Sendable, Hashable, Identifiable, CustomStringConvertible {
  /// The properties of the effect, unrendered.
  final class Facts: Sendable {
    let id: Int
    let name: String?
    let origin: SourceOrigin?
    let ids: [AnyID]
    let path: [PathComponent]
    let cause: any Sendable
    let isSubscription: Bool
    let subscriptionID: AnyID?
    let sender: Int?

    @MainActor init(
      id: Int, name: String?, origin: SourceOrigin?, ids: [AnyID], path: [PathComponent],
      cause: any Sendable, cascade: Cascade, sender: Int?
    ) {
      self.id = id
      self.name = name
      self.origin = origin
      self.ids = ids
      self.path = path
      self.cause = cause
      isSubscription = cascade.isSubscription
      subscriptionID = cascade.subscriptionID
      self.sender = sender
    }
  }

  private let facts: Facts

  init(_ facts: Facts) {
    self.facts = facts
  }

  /// The number of the effect in its store, counted in the order in which effects were returned.
  public var id: Int { facts.id }

  /// The name given to `Effect.run`.
  public var name: String? { facts.name }

  /// Where the effect was made; `nil` for `Effect.send`.
  public var origin: SourceOrigin? { facts.origin }

  /// The ids that cancel it, outermost first.
  public var ids: [String] { facts.ids.map(\.description) }

  /// The path of the feature that returned it, such as `rows[3].detail`; empty at the root.
  public var path: String { facts.path.map(\.description).joined(separator: ".") }

  /// The action that returned it; for a subscription, the action after which the state declared it,
  /// or `initialState`.
  public var startedBy: String { ValueLine.text(facts.cause) }

  /// Whether it belongs to a subscription.
  public var isSubscription: Bool { facts.isSubscription }

  /// The declared id of the subscription that it belongs to, if any.
  public var subscriptionID: String? { facts.subscriptionID?.description }

  /// The number of the effect that sent the action that started it; `nil` if no effect did, or if
  /// the store has no observers.
  public var sender: Int? { facts.sender }

  /// A one-line summary: `"fetch" (App/Facts.swift:12), started by factButtonTapped`.
  public var description: String {
    var text = name.map { "\"\($0)\"" } ?? kind
    if let origin { text += " (\(origin))" }
    if isSubscription { text += ", subscription" + (subscriptionID.map { " \($0)" } ?? "") }
    text += ", started by \(startedBy)"
    if !facts.path.isEmpty { text += ", in \(ValueLine.cut(path))" }
    if !facts.ids.isEmpty { text += ", cancellable by \(idText)" }
    return text
  }

  /// Its number and name: `effect 3 "fetch"`.
  var title: String { "effect \(id) " + (name.map { "\"\($0)\"" } ?? kind) }

  private var kind: String { origin == nil ? "send" : "run" }

  private var idText: String {
    let shown = ids.prefix(10).joined(separator: ", ")
    return ids.count > 10 ? "\(shown) and \(ids.count - 10) more" : shown
  }
}

extension EffectDescription {
  /// Whether both describe the same effect, as far as their properties tell.
  public static func == (left: Self, right: Self) -> Bool {
    left.facts === right.facts
      || left.id == right.id && left.name == right.name && left.origin == right.origin
        && left.isSubscription == right.isSubscription && left.ids == right.ids
        && left.path == right.path && left.startedBy == right.startedBy
        && left.subscriptionID == right.subscriptionID
  }

  /// Hashes the number and the name.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(id)
    hasher.combine(name)
  }
}
