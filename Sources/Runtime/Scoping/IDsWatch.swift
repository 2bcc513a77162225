/// Watches which elements a collection has, and in which order, but not what changes in the
/// elements.
final class IDsWatch<State, ID: Hashable, Element>: MemberWatch<State> {
  private let part: StatePart<State, IdentifiedArray<ID, Element>>
  /// The index of the array: changing elements does not touch it, so comparing it with itself takes
  /// no time.
  private var seen: [ID: Int]?

  init(
    _ keyPath: KeyPath<State, IdentifiedArray<ID, Element>>, in node: StateNode, ordinal: Int
  ) {
    part = StatePart(keyPath)
    super.init(in: node, ordinal: ordinal)
  }

  override func keep(_ state: StateReference<State>) {
    seen = part.withReference(in: state, pool) { $0.value.positions }
  }

  override func isOther(in state: StateReference<State>) -> Bool {
    seen != part.withReference(in: state, pool) { $0.value.positions }
  }

  override func forget() {
    pool.add(seen.take())
  }
}
