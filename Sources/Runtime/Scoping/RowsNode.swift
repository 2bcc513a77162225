/// The rows of a collection that somebody is interested in.
final class RowsNode<Parent, ID: Hashable, Element>: StateNode, Rows {
  private let source: StateView<Parent>
  private let part: StatePart<Parent, IdentifiedArray<ID, Element>>
  private var slots: [ID: Int] = [:]
  private var rows: [RowView<ID, Element>] = []
  private let table = RowTable<Element>()
  private(set) var sweptActions: Int

  init(
    _ part: StatePart<Parent, IdentifiedArray<ID, Element>>, key: ScopeKey,
    in source: StateView<Parent>
  ) {
    self.part = part
    self.source = source
    sweptActions = source.loop?.actions ?? 0
    super.init(key, in: source)
  }

  /// The view of a row, whose element is given for the case that it is gone.
  func row(_ id: ID, _ element: Element, key: ScopeKey) -> RowView<ID, Element> {
    if let slot = slots[id] { return rows[slot] }
    let elements = elements
    let position = isGone ? nil : elements?.index(id: id)
    let row = RowView(
      id, position.flatMap { elements?[$0] } ?? element, key: key, in: self,
      find: { [unowned self] in self.elements?[id: id] })
    guard let position, let elements else {
      row.goAway()
      return row
    }
    table.append(position, of: elements.elements)
    slots[id] = rows.count
    rows.append(row)
    row.noteRead()
    return row
  }

  /// The collection at this moment; `nil` if what it is a part of is gone.
  private var elements: IdentifiedArray<ID, Element>? {
    source.isPresent ? part.withReference(in: source.current(), pool) { $0.value } : nil
  }

  override var hasChildren: Bool { !rows.isEmpty }

  override func removeChild(_ key: ScopeKey, _ child: StateNode) {
    guard let row = child as? RowView<ID, Element>, let slot = slots[row.id], rows[slot] === row
    else { return }
    pool.add(row)
    slots[row.id] = nil
    table.remove(slot)
    rows.swapAt(slot, rows.count - 1)
    rows.removeLast()
    if slot < rows.count { slots[rows[slot].id] = slot }
  }

  override func goAway() {
    let ended = rows
    pool.add(ended)
    rows = []
    slots = [:]
    super.goAway()
    for row in ended { row.goAway() }
  }

  override func sweep(into changes: inout Changes) {
    let elements = part.withReference(in: source.current(), pool) { $0.value }
    let changed = table.changes(in: elements.elements)
    let isForced = mustSweep
    mustSweep = false
    sweptActions = loop?.actions ?? 0
    for slot in changed { sweep(slot, in: elements, into: &changes) }
    if isForced {
      for slot in rows.indices.reversed() where slot < rows.count && rows[slot].mustSweep {
        sweep(slot, in: elements, into: &changes)
      }
    }
  }

  private func sweep(
    _ slot: Int, in elements: IdentifiedArray<ID, Element>, into changes: inout Changes
  ) {
    // Fewer than before, if an id did something to the parent when it was hashed.
    guard slot < rows.count else { return }
    let row = rows[slot]
    guard let position = elements.index(id: row.id) else { return row.leave() }
    if !row.mustSweep, table.moved(slot, to: position, of: elements.elements) { return }
    table.take(position, of: elements.elements, in: slot)
    row.sweep(elements.elements[position], into: &changes)
  }
}
