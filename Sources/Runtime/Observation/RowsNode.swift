/// The rows of a collection in which somebody is interested.
///
/// It passes over rows that have not changed without calling them; see ``RowTable``.
final class RowsNode<Parent, ID: Hashable, Element>: StateNode {
  typealias Row = ChildView<Parent, Element>

  private let source: StateView<Parent>
  private let projection: Projection<Parent, IdentifiedArray<ID, Element>>
  /// The views of rows, by their slots in the table.
  // Not `[Row]`, whose metadata would be looked up at each use.
  private var rows: [StateNode] = []
  private var table = RowTable<ID, Element>()

  init(
    _ projection: Projection<Parent, IdentifiedArray<ID, Element>>, key: ScopeKey,
    in source: StateView<Parent>
  ) {
    self.projection = projection
    self.source = source
    super.init(key, in: source)
    sweptActions = loop?.actions ?? 0
  }

  /// The view of a row; its element is given for the case that it is absent by now.
  func row(_ id: ID, _ element: Element, key: ScopeKey) -> Row {
    if let slot = table.slot(of: id) { return row(slot) }
    let elements = source.isPresent ? collection(in: source.current()) : nil
    let position = isInvalidated ? nil : elements?.index(id: id)
    let row = Row(
      position.flatMap { elements?[$0] } ?? element, key: key, in: self, of: source,
      extract: { [unowned self] in collection(in: $0)[id: id] })
    guard let position, let elements else {
      row.invalidate()
      return row
    }
    row.slot = rows.count
    table.append(id, at: position, of: elements.elements)
    rows.append(row)
    row.recordRead()
    return row
  }

  private func row(_ slot: Int) -> Row {
    // Safe: `row(_:_:key:)` adds nothing else.
    unsafe unsafeDowncast(rows[slot], to: Row.self)
  }

  private func collection(in state: StateReference<Parent>) -> IdentifiedArray<ID, Element> {
    projection.withReference(in: state, pool) { $0.value }
  }

  override var hasChildren: Bool { !rows.isEmpty }

  override func removeChild(_ key: ScopeKey, _ child: StateNode) {
    // Safe: the children of this node are the rows that it has made.
    let slot = unsafe unsafeDowncast(child, to: Row.self).slot
    guard slot < rows.count, rows[slot] === child else { return }
    pool.add(child)
    table.remove(slot, pool)
    rows.swapAt(slot, rows.count - 1)
    rows.removeLast()
    if slot < rows.count { row(slot).slot = slot }
  }

  override func invalidate() {
    let ended = rows
    pool.add(ended)
    pool.add(exchange(&table, with: RowTable()))
    rows = []
    super.invalidate()
    for row in ended { row.invalidate() }
  }

  override func sweep(into changes: inout Changes) {
    let parent = source.current()
    let elements = collection(in: parent)
    let changed = table.changes(in: elements.elements)
    let isForced = mustSweep
    mustSweep = false
    for slot in changed { sweep(slot, of: elements, in: parent, into: &changes) }
    if isForced {
      for slot in rows.indices.reversed() where slot < rows.count && rows[slot].mustSweep {
        sweep(slot, of: elements, in: parent, into: &changes)
      }
    }
    sweptActions = loop?.actions ?? 0
  }

  private func sweep(
    _ slot: Int, of elements: IdentifiedArray<ID, Element>, in parent: StateReference<Parent>,
    into changes: inout Changes
  ) {
    // Fewer than before, if an id did something to the parent when it was hashed.
    guard slot < rows.count else { return }
    let row = row(slot)
    guard let position = elements.index(id: table.id(of: slot)) else { return row.removeAbsent() }
    if !row.mustSweep, table.hasMoved(slot, to: position, of: elements.elements) { return }
    table.take(position, of: elements.elements, in: slot)
    row.sweep(elements.elements[position], in: parent, into: &changes)
  }
}
