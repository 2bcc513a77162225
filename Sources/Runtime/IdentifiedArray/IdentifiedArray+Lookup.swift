// Finds an element by its id and changes it in place. The dictionary `positions` gives the position
// of an id. `contents` has the elements (`storage`), and records each change for stores.

extension IdentifiedArray {
  /// The position of the element with an id, or `nil` if there is none.
  ///
  /// - Complexity: O(1).
  @inlinable
  public func index(id: ID) -> Int? {
    // The entry is checked: it is wrong if the elements are objects whose ids have changed.
    guard let position = positions[id], position < storage.count, idOf(storage[position]) == id
    else { return nil }
    return position
  }

  /// Whether an element with an id is present.
  ///
  /// - Complexity: O(1).
  @inlinable
  public func contains(id: ID) -> Bool {
    index(id: id) != nil
  }

  /// The element with an id, or `nil` if there is none.
  ///
  /// Setting an element replaces the one with that id in place, or appends it; setting `nil`
  /// removes it. An element is changed in place, in constant time and without a copy. Removing
  /// takes time in proportion to the number of elements behind it.
  @inlinable
  public subscript(id id: ID) -> Element? {
    get { index(id: id).map { storage[$0] } }
    _modify {
      let position = index(id: id)
      // A copy of the id: `id` may be part of the element that is about to change, and is passed
      // without a reference of its own.
      let ownID = position.map { idOf(storage[$0]) } ?? id
      var element = position.map { contents.takeOut(at: $0) }
      defer { putBack(element, id: ownID, at: position) }
      yield &element
    }
  }

  /// Changes the element with an id in place; returns `nil` without calling `body` if there is
  /// none.
  ///
  /// Used by the runtime to run the reducer of an element (`FeatureCollection`). Unlike
  /// `subscript(id:)`, it is not a coroutine, the frame of which is allocated unless it is small.
  /// The id must not be part of the element, which changes meanwhile.
  @discardableResult
  @inlinable
  package mutating func change<Result>(
    id: ID, _ body: (inout Element) throws -> Result
  ) rethrows -> Result? {
    guard let position = index(id: id) else { return nil }
    defer {
      let newID = idOf(storage[position])
      if newID != id { acceptChange(at: position, from: id, to: newID) }
    }
    return try body(&contents[position])
  }

  /// Puts back the element that was taken out at `position` to be changed in place; the change may
  /// have given it another id, or removed it (`nil`).
  @inlinable
  mutating func putBack(_ element: Element?, id: ID, at position: Int?) {
    guard let position, let element, idOf(element) == id else {
      return replace(by: element, id: id, at: position)
    }
    contents.putBack(element, at: position)
  }

  /// Handles the cases of ``putBack(_:id:at:)`` in which the element is new, was removed, or has
  /// another id.
  @usableFromInline
  mutating func replace(by element: Element?, id: ID, at position: Int?) {
    if let position {
      contents.putBackNothing(at: position)
      positions[id] = nil
      reindex(from: position)
    }
    guard let element else { return }
    let newID = idOf(element)
    if isUnequal(newID, wasIn: position != nil) { return }
    // The new id belongs to another element: the changed one is left out.
    let isTaken = index(id: newID) != nil
    if newID != id { reportChange(from: id, to: newID, isTaken: isTaken) }
    guard !isTaken else { return }
    add(element, id: newID, at: Swift.min(position ?? storage.count, storage.count))
  }
}
