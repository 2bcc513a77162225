import RatchetDependencies

extension IdentifiedArray {
  /// Appends an element unless there is one with its id, and returns whether it did.
  @discardableResult
  mutating func add(_ element: Element) -> Bool {
    let id = idOf(element)
    guard positions[id] == nil else { return false }
    positions[id] = storage.count
    storage.append(element)
    return true
  }

  /// Sets the positions of all elements from one on.
  mutating func findAgain(from start: Int) {
    for position in storage.indices[start...] {
      positions[idOf(storage[position])] = position
    }
  }

  /// Keeps the index right after the element at a position has been changed in place.
  @usableFromInline
  mutating func acceptChange(at position: Int, from id: ID, to newID: ID) {
    reportChange(from: id, to: newID)
    positions[id] = nil
    if positions[newID] == nil {
      positions[newID] = position
    } else {
      storage.remove(at: position)
      findAgain(from: position)
    }
  }

  func reportDuplicate(_ element: Element, fileID: StaticString, line: UInt) {
    report(
      """
      An element was not added to an 'IdentifiedArray' of '\(Element.self)', since there is one with \
      its id already: \(idOf(element))

      Ids must be unique. To replace the element that is there, use 'updateOrAppend' or 'array[id: id] = element'.
      """, fileID: fileID, line: line)
  }

  func reportChange(from id: ID, to newID: ID) {
    let isTaken = positions[newID] != nil
    report(
      """
      An element of an 'IdentifiedArray' of '\(Element.self)' with the id \(id) was changed or set to one with \
      the id \(newID). \
      \(isTaken ? "It was removed, since another element has that id." : "It stays, under its new id.")

      The id of an element must not change. To fix this, remove the element and add another one.
      """)
  }
}
