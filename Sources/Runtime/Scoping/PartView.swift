/// The view of a child that is always there: a part of its parent's state.
final class PartView<Parent, State>: StateView<State> {
  private let source: StateView<Parent>
  private let part: StatePart<Parent, State>
  /// The last value of a part that is computed, and after how many actions it was computed.
  private var computed: (value: Snapshot<State>, actions: Int?)?

  init(_ part: StatePart<Parent, State>, key: ScopeKey, in source: StateView<Parent>) {
    self.part = part
    self.source = source
    super.init(key, in: source)
  }

  override var isPresent: Bool { source.isPresent }

  override func current() -> StateReference<State> {
    let parent = source.current()
    if let property = part.property { return parent.property(property) }
    if let computed, computed.actions == loop?.actions { return computed.value.reference }
    return pool.whileKept {
      let value = part.withReference(in: parent, pool) { Snapshot($0) }
      pool.add(exchange(&computed, with: (value, loop?.actions)))
      return value.reference
    }
  }

  override func sweep(into changes: inout Changes) {
    mustSweep = false
    sweep(current(), into: &changes)
  }
}
