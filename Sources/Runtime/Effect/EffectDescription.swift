/// A description of an effect, or of a subscription, for reports, the store's `inFlight` list and
/// observers.
///
/// Made in constant time; its texts are rendered when they are read.
public struct EffectDescription: Sendable, Hashable, Identifiable, CustomStringConvertible {
  /// The number of the effect in its store, in the order in which effects were returned.
  ///
  /// For a subscription that starts or stops, its number among the subscriptions.
  public let id: Int

  /// The name given to `Effect.run`.
  public let name: String?

  /// Where the effect was made; `nil` for `Effect.send`.
  public let origin: SourceOrigin?

  /// Whether the effect belongs to a subscription, or is one.
  public let isSubscription: Bool

  /// The number of the effect that sent the action that started this one; `nil` if no effect sent
  /// that action, or if the store has no observers.
  package let sender: Int?

  let cancelIDs: [AnyID]
  let pathComponents: [PathComponent]
  /// What `cause` shows: an action or, for some subscriptions, a `SubscriptionCause`.
  let causeValue: any Sendable
  /// The id under which the state declares the effect's subscription, if any.
  let declaredID: AnyID?

  /// Whether the effect waits for its turn: it is a later part of a `concatenate`.
  public let isWaiting: Bool

  /// What the effect does; `nil` for a subscription rather than one of its effects.
  let kind: EffectLeaf.Kind?

  init(
    id: Int, kind: EffectLeaf.Kind?, name: String?, origin: SourceOrigin?, isSubscription: Bool,
    sender: Int?, cancelIDs: [AnyID], pathComponents: [PathComponent], cause: any Sendable,
    declaredID: AnyID?, isWaiting: Bool
  ) {
    self.id = id
    self.name = name
    self.origin = origin
    self.isSubscription = isSubscription
    self.sender = sender
    self.cancelIDs = cancelIDs
    self.pathComponents = pathComponents
    causeValue = cause
    self.declaredID = declaredID
    self.isWaiting = isWaiting
    self.kind = kind
  }

  /// Describes a subscription as a whole.
  init(
    ofSubscription id: Int, _ declaredID: AnyID?, path: [PathComponent], cause: any Sendable
  ) {
    self.init(
      id: id, kind: nil, name: nil, origin: nil, isSubscription: true, sender: nil, cancelIDs: [],
      pathComponents: path, cause: cause, declaredID: declaredID, isWaiting: false)
  }

  /// The ids that cancel the effect, outermost first.
  public var ids: [String] { cancelIDs.map(\.description) }

  /// The path of the feature that returned the effect, such as `rows[3].detail`; empty at the root.
  public var path: String { PathComponent.text(of: pathComponents) }

  /// The action that returned the effect; for a subscription, the action after which the state
  /// declared the subscription, or `initialState`, or `sharedValue` if a shared value changed.
  public var cause: String { ValueLine.text(causeValue) }

  /// The id under which the state declares the effect's subscription, if any.
  public var subscriptionID: String? { declaredID?.description }

  /// A one-line summary: `"fetch" (App/Facts.swift:12), started by factButtonTapped`.
  ///
  /// Of a subscription that starts or stops: `subscription 1 (channel 5) in radio`.
  public var description: String {
    guard let kind else {
      let id = subscriptionID.map { " (\($0))" } ?? ""
      return "subscription \(self.id)\(id)" + (pathComponents.isEmpty ? "" : " in \(path)")
    }
    var text = name.map { "\"\($0)\"" } ?? kind.rawValue
    if let origin { text += " (\(origin))" }
    if isSubscription { text += ", subscription" + (subscriptionID.map { " \($0)" } ?? "") }
    text += ", started by \(cause)"
    if !pathComponents.isEmpty { text += ", in \(ValueLine.cut(path))" }
    if !cancelIDs.isEmpty { text += ", cancellable by \(idText)" }
    if isWaiting { text += ", waiting for the part before it" }
    return text
  }

  /// The number and the name of the effect: `effect 3 "fetch"`.
  package var title: String {
    "effect \(id) " + (name.map { "\"\($0)\"" } ?? kind?.rawValue ?? "")
  }

  private var idText: String {
    let shown = ids.prefix(10).joined(separator: ", ")
    return ids.count > 10 ? "\(shown) and \(ids.count - 10) more" : shown
  }
}

extension EffectDescription {
  /// Whether both describe the same effect: compares all properties except `sender`, `kind`, and
  /// `isWaiting`.
  @_documentation(visibility: internal)
  public static func == (left: Self, right: Self) -> Bool {
    left.id == right.id && left.name == right.name && left.origin == right.origin
      && left.isSubscription == right.isSubscription && left.ids == right.ids
      && left.path == right.path && left.cause == right.cause
      && left.subscriptionID == right.subscriptionID
  }

  /// Hashes the number and the name.
  @_documentation(visibility: internal)
  public func hash(into hasher: inout Hasher) {
    hasher.combine(id)
    hasher.combine(name)
  }
}
