import RatchetDependencies

// Keeps the dictionary `positions` up to date, by which an array finds the position of an id in
// constant time. Objects can change their ids without the array's knowledge; the dictionary then
// has wrong entries. So only `index(id:)` reads it, and checks the entry that it finds.

extension IdentifiedArray {
  /// Inserts an element with an id that no other element has.
  mutating func add(_ element: Element, id: ID, at position: Int) {
    contents.insert(element, at: position)
    reindex(from: position)
  }

  /// Corrects the positions of the elements from `start` to before `end`, or to the last one.
  mutating func reindex(from start: Int = 0, to end: Int? = nil) {
    for position in start..<(end ?? storage.count) { positions[idOf(storage[position])] = position }
  }

  /// Updates the array after the element at a position has taken another id, which is reported; the
  /// element is removed if it cannot have that id.
  @usableFromInline
  mutating func acceptChange(at position: Int, from id: ID, to newID: ID) {
    let isTaken = index(id: newID) != nil
    // An id that does not equal itself is reported by `isUnequal`, any other here.
    let isLeftOut = isUnequal(newID, wasIn: true)
    if !isLeftOut { reportChange(from: id, to: newID, isTaken: isTaken) }
    positions[id] = nil
    // Called even if the element stays, because it records that an id has left.
    contents.remove { if isTaken || isLeftOut { $0.remove(at: position) } }
    reindex(from: position)
  }
}
