/// A step from a state of one type to the elements of a collection.
final class RowStep<Parent, Rows: FeatureCollection>: ParentStep<Parent>, @unchecked Sendable
where Rows.ID: Sendable {
  private let look: (Parent, (Rows) -> Void) -> Bool
  /// Whether the elements are objects, which can change without a change of the collection.
  private let isObject = TypeShape(of: Rows.Element.self) == .polymorphic

  init(
    _ site: ChildSite, isPart: Bool, look: @escaping (Parent, (Rows) -> Void) -> Bool
  ) {
    self.look = look
    super.init(
      name: site.name, parent: Parent.self, child: Rows.Element.self, origin: site.origin,
      column: site.column, isPart: isPart, location: site.location)
  }

  override func search(
    in parent: Parent, _ group: PathTable.GroupID, _ search: inout RemovedFeatures
  ) -> Bool {
    var areSettled = true
    _ = look(parent) { rows in
      areSettled = find(group, settled: false, in: rows, &search)
      if !findSettled(group, in: rows, &search) { areSettled = false }
      search.record(rows.changes.stamps, in: group)
    }
    return areSettled
  }

  /// Searches the settled paths that a change of the collection may have removed, or paths below.
  private func findSettled(
    _ group: PathTable.GroupID, in rows: Rows, _ search: inout RemovedFeatures
  ) -> Bool {
    guard let seen = search.paths.groups[group].seen, rows.changes.hasAllIDs(of: seen) else {
      return find(group, settled: true, in: rows, &search)
    }
    if search.paths.groups[group].branches == 0 { return true }
    guard let positions = rows.changes.positions(differingFrom: seen) else {
      return find(group, settled: true, in: rows, &search)
    }
    let areSettled = findRow(at: positions.0, in: rows, group, &search)
    return findRow(at: positions.1, in: rows, group, &search) && areSettled
  }

  /// Searches below the element at a position, if it has a settled path.
  private func findRow(
    at position: Int, in rows: Rows, _ group: PathTable.GroupID, _ search: inout RemovedFeatures
  ) -> Bool {
    // The storage: generic code allocates for `rows[position]`. (c-live-deep: 1.5 us -> 1.2 us)
    let elements = rows.storage
    guard position >= 0, position < elements.count,
      let path = search.paths.path(of: AnyID(rows.id(at: position)), in: group),
      search.paths.isSettled(path)
    else { return true }
    return record(path, elements[position], &search)
  }

  private func find(
    _ group: PathTable.GroupID, settled isSettled: Bool, in rows: Rows,
    _ search: inout RemovedFeatures
  ) -> Bool {
    search.find(group, settled: isSettled) { find($0, in: rows, &$1) }
  }

  private func find(
    _ path: PathTable.ID, in rows: Rows, _ search: inout RemovedFeatures
  ) -> Bool {
    guard let id = search.paths.element(of: path)?.cast(to: Rows.ID.self),
      let position = rows.index(id: id)
    else {
      search.record(path, isPresent: false, isSettled: false)
      return false
    }
    return record(path, rows.storage[position], &search)
  }

  /// Continues with what is in flight below an element.
  private func record(
    _ path: PathTable.ID, _ row: Rows.Element, _ search: inout RemovedFeatures
  ) -> Bool {
    let isSettled = search.search(row, at: path) && !isObject
    search.record(path, isPresent: true, isSettled: isSettled)
    return isSettled
  }
}
