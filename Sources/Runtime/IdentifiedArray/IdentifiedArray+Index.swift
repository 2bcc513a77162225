import RatchetDependencies

// `positions` has the position of each element under its id. If the elements are objects whose ids
// have changed, it also has entries that are wrong: only `index(id:)` reads it, and checks.

extension IdentifiedArray {
  /// Inserts an element with an id that no other element has.
  mutating func add(_ element: Element, id: ID, at position: Int) {
    contents.insert(element, at: position)
    reindex(from: position)
  }

  /// Corrects the positions of the elements from `start` on.
  mutating func reindex(from start: Int = 0) {
    for position in start..<storage.count { positions[idOf(storage[position])] = position }
  }

  /// Updates the index after the element at a position has been changed in place.
  @usableFromInline
  mutating func acceptChange(at position: Int, from id: ID, to newID: ID) {
    let isTaken = index(id: newID) != nil
    let isLeftOut = isUnequal(newID)
    if !isLeftOut { reportChange(from: id, to: newID, isTaken: isTaken) }
    positions[id] = nil
    contents.remove { if isTaken || isLeftOut { $0.remove(at: position) } }
    reindex(from: position)
  }
}
