/// An effect that is in flight, as reports and lists show it.
public struct EffectDescription: Sendable, Hashable, Identifiable, CustomStringConvertible {
  /// The number of the effect in its store, in the order in which effects were returned.
  public let id: Int

  /// The name given to `Effect.run`.
  public let name: String?

  /// Where the effect was made; `nil` for `Effect.send`.
  public let origin: SourceOrigin?

  /// The ids by which it can be cancelled, the outermost first.
  public let ids: [String]

  /// The feature that returned it, from the root: empty at the root, else as `rows[3].detail`.
  public let path: String

  /// The action that was reduced when it was returned; for a subscription, the action after which
  /// the state declared it, or `initialState`.
  public let startedBy: String

  /// Whether it belongs to a subscription.
  public let isSubscription: Bool

  /// The id that the state declares, if it belongs to a subscription that has one.
  public let subscriptionID: String?

  /// All of it in one line: `"fetch" (App/Facts.swift:12), started by factButtonTapped`.
  public var description: String {
    var text = name.map { "\"\($0)\"" } ?? (origin == nil ? "send" : "run")
    if let origin { text += " (\(origin))" }
    if isSubscription { text += ", subscription" + (subscriptionID.map { " \($0)" } ?? "") }
    text += ", started by \(startedBy)"
    if !path.isEmpty { text += ", in \(ValueLine.cut(path))" }
    if !ids.isEmpty { text += ", cancellable by \(idText)" }
    return text
  }

  private var idText: String {
    let shown = ids.prefix(10).joined(separator: ", ")
    return ids.count > 10 ? "\(shown) and \(ids.count - 10) more" : shown
  }
}
