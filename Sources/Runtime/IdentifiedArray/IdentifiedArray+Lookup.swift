extension IdentifiedArray {
  /// The position of the element with an id, or `nil` if there is none.
  ///
  /// Takes constant time.
  @inlinable
  public func index(id: ID) -> Int? {
    positions[id]
  }

  /// Whether there is an element with an id.
  ///
  /// Takes constant time.
  @inlinable
  public func contains(id: ID) -> Bool {
    positions[id] != nil
  }

  /// The element with an id, or `nil` if there is none.
  ///
  /// Setting an element replaces the one with that id in its place, or appends it; setting `nil` removes it. An element
  /// is changed in place without being copied, in constant time. Removing takes time in proportion to
  /// the number of elements behind.
  @inlinable
  public subscript(id id: ID) -> Element? {
    get { positions[id].map { storage[$0] } }
    _modify {
      let position = positions[id]
      var element = position.map { takeOut(at: $0) }
      defer { putBack(element, id: id, at: position) }
      yield &element
    }
  }

  /// Changes the element with an id in place, and returns `nil` without a call if there is none.
  ///
  /// What `subscript(id:)` does, without its coroutine, whose frame is allocated where it is not small.
  @discardableResult
  @inlinable
  package mutating func change<Result>(
    id: ID, _ body: (inout Element) throws -> Result
  ) rethrows -> Result? {
    guard let position = positions[id] else { return nil }
    defer {
      let newID = idOf(storage[position])
      if newID != id { acceptChange(at: position, from: id, to: newID) }
    }
    return try body(&storage[position])
  }

  /// Removes an element so that it can be changed without being copied; all but one keep their position.
  @inlinable
  mutating func takeOut(at position: Int) -> Element {
    storage.swapAt(position, storage.count - 1)
    return storage.removeLast()
  }

  /// Undoes ``takeOut(at:)`` with an element that may have been changed or removed.
  @inlinable
  mutating func putBack(_ element: Element?, id: ID, at position: Int?) {
    guard let position, let element, idOf(element) == id else {
      replace(by: element, id: id, at: position)
      return
    }
    storage.append(element)
    storage.swapAt(position, storage.count - 1)
  }

  /// What ``putBack(_:id:at:)`` does if the element is new or gone, or has another id.
  @usableFromInline
  mutating func replace(by element: Element?, id: ID, at position: Int?) {
    if let position {
      // The element that was last has stood in.
      if position < storage.count { storage.append(storage.remove(at: position)) }
      positions[id] = nil
      findAgain(from: position)
    }
    guard let element else { return }
    let newID = idOf(element)
    if newID != id { reportChange(from: id, to: newID) }
    guard positions[newID] == nil else { return }
    storage.insert(element, at: position ?? storage.count)
    findAgain(from: position ?? storage.count - 1)
  }
}
