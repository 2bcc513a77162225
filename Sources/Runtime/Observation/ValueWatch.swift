/// Watches a part of a state that can be compared.
final class ValueWatch<State, Value: Equatable>: MemberWatch<State> {
  private let part: StatePart<State, Value>
  private let property: StoredProperty<State, Value>?
  private var seen: Snapshot<Value>?

  init(_ keyPath: KeyPath<State, Value>, in node: StateNode, ordinal: Int) {
    part = StatePart(keyPath)
    property = part.property
    super.init(in: node, ordinal: ordinal)
  }

  override func keep(_ state: StateReference<State>) {
    seen = part.withReference(in: state, pool) { Snapshot($0) }
  }

  override func isOther(in state: StateReference<State>) -> Bool {
    guard let seen else { return false }
    if let property { return !seen.isStill(state.property(property), pool) }
    return part.withReference(in: state, pool) { !seen.isStill($0, pool) }
  }

  override func forget() {
    pool.add(seen.take())
  }
}

/// Watches what cannot be compared: every batch counts as a change of it.
final class OpaqueWatch<State>: MemberWatch<State> {
  override var isOpaque: Bool { true }

  override func isOther(in state: StateReference<State>) -> Bool { true }
}

/// Finds out once whether a part of a state can be compared, and makes the watch for it.
///
/// A part that cannot be compared is watched by an ``OpaqueWatch``.
@MainActor func makeWatch<State, Value>(
  of keyPath: KeyPath<State, Value>, in node: StateNode, ordinal: Int
) -> MemberWatch<State> {
  func open<Comparable: Equatable>(_ type: Comparable.Type) -> MemberWatch<State>? {
    (keyPath as? KeyPath<State, Comparable>).map {
      ValueWatch($0, in: node, ordinal: ordinal)
    }
  }
  guard let type = Value.self as? any Equatable.Type, let watch = open(type) else {
    return OpaqueWatch(in: node, ordinal: ordinal)
  }
  return watch
}
