// Finds and changes the elements of a stack, by position and by id. `contents` has the elements
// (`storage`) and records each change, so that a store checks only what may have changed.

extension Stack: RandomAccessCollection {
  /// The position of the first element: 0.
  @_documentation(visibility: internal)
  @inlinable public var startIndex: Int { 0 }

  /// The number of elements.
  @_documentation(visibility: internal)
  @inlinable public var endIndex: Int { storage.count }

  /// The element at a position, which must be valid.
  ///
  /// An element is changed in place, in constant time and without a copy. A new element takes the
  /// id of the one that it replaces.
  @inlinable
  public subscript(position: Int) -> Element {
    get { storage[position] }
    _modify {
      yield &contents[position]
    }
  }
}

extension Stack {
  /// The position of the element with an id, or `nil` if there is none.
  ///
  /// - Complexity: O(log *n*) in the number of elements.
  @inlinable
  public func index(id: StackID) -> Int? {
    // The ids ascend: they are issued in that order, and elements do not move.
    var (start, end) = (0, ids.count)
    while start < end {
      let middle = (start + end) / 2
      if ids[middle] < id { start = middle + 1 } else { end = middle }
    }
    return start < ids.count && ids[start] == id ? start : nil
  }

  /// Whether an element with an id is present.
  ///
  /// - Complexity: O(log *n*) in the number of elements.
  @inlinable
  public func contains(id: StackID) -> Bool {
    index(id: id) != nil
  }

  /// The element with an id, or `nil` if there is none.
  ///
  /// Setting an element replaces the one with that id, in place and under the same id; setting
  /// `nil` pops it and all elements above it. Setting an element at an id that is not in the stack
  /// is reported and ignored: use ``push(_:)`` to add an element. An element is changed in place,
  /// without a copy, in the time that ``index(id:)`` takes.
  public subscript(id id: StackID) -> Element? {
    get { index(id: id).map { storage[$0] } }
    _modify {
      let position = index(id: id)
      // Taken out, so that the change does not copy the element.
      var element = position.map { contents.takeOut(at: $0) }
      defer { putBack(element, id: id, at: position) }
      yield &element
    }
  }

  /// Changes the element with an id in place; returns `nil` without calling `body` if there is
  /// none.
  ///
  /// Used by the runtime to run the reducer of an element (`FeatureCollection`).
  @discardableResult
  @inlinable
  package mutating func change<Result>(
    id: StackID, _ body: (inout Element) throws -> Result
  ) rethrows -> Result? {
    guard let position = index(id: id) else { return nil }
    return try body(&contents[position])
  }

  /// Puts back an element that a setter took out and may have changed; if the setter has set it to
  /// `nil`, pops it and the elements above it.
  private mutating func putBack(_ element: Element?, id: StackID, at position: Int?) {
    guard let position else {
      if element != nil { reportLeftOut(id) }
      return
    }
    guard let element else {
      // First removes only this element, from both arrays; they must match in `keepFirst`.
      contents.putBackNothing(at: position)
      ids.remove(at: position)
      return keepFirst(position)
    }
    contents.putBack(element, at: position)
  }
}
