extension IdentifiedArray {
  /// Appends an element; one whose id is already present is reported and left out.
  ///
  /// Takes constant time on average.
  ///
  /// - Returns: Whether the element was appended, and the position of the element with its id.
  @discardableResult
  public mutating func append(
    _ element: Element, fileID: StaticString = #fileID, line: UInt = #line
  ) -> (inserted: Bool, index: Int) {
    insert(element, at: storage.count, fileID: fileID, line: line)
  }

  /// Appends elements in order; those whose id is already present are reported and left out.
  ///
  /// The elements may come from this array itself.
  @inline(never)
  public mutating func append(
    contentsOf elements: consuming some Sequence<Element>,
    fileID: StaticString = #fileID, line: UInt = #line
  ) {
    // Consumed, and never inlined: optimized by Swift 6.3, `rows.append(contentsOf: rows)` passes
    // an argument that is not consumed without a reference of its own (`ARCSequenceOpts` removes
    // it, as if the call could not release what `rows` holds), and the first change of `rows` frees
    // it. Room only for the first elements: for a few more at a time it would move all, each time.
    if isEmpty { reserveCapacity(elements.underestimatedCount) }
    for element in elements { append(element, fileID: fileID, line: line) }
  }

  /// Inserts an element at a position, which must be valid or the end; one whose id is already
  /// present is reported and left out.
  ///
  /// Takes time in proportion to the number of elements behind.
  ///
  /// - Returns: Whether the element was inserted, and the position of the element with its id.
  @discardableResult
  public mutating func insert(
    _ element: Element, at position: Int, fileID: StaticString = #fileID, line: UInt = #line
  ) -> (inserted: Bool, index: Int) {
    let id = idOf(element)
    let end = storage.count
    if let index = checkedIndex(id: id) {
      reportDuplicate(element, fileID: fileID, line: line)
      return (false, index)
    }
    return (true, add(element, id: id, at: position, before: end))
  }

  /// Replaces the element with the same id in its place, or appends the element if there is none.
  ///
  /// Takes constant time on average.
  ///
  /// - Returns: The element that was replaced.
  @discardableResult
  public mutating func updateOrAppend(_ element: Element) -> Element? {
    updateOrInsert(element, at: storage.count).originalMember
  }

  /// Replaces the element with the same id in its place, or inserts the element at a position,
  /// which must be valid or the end, if there is none.
  ///
  /// Takes constant time to replace, else time in proportion to the number of elements behind.
  ///
  /// - Returns: The element that was replaced, and where the new one is.
  @discardableResult
  public mutating func updateOrInsert(
    _ element: Element, at position: Int
  ) -> (originalMember: Element?, index: Int) {
    let id = idOf(element)
    let end = storage.count
    guard let index = checkedIndex(id: id) else {
      return (nil, add(element, id: id, at: position, before: end))
    }
    let replaced = storage[index]
    changes.recordChange(at: index)
    storage[index] = element
    return (replaced, index)
  }

  /// Replaces the element at a position, which must be valid, by one with the same id.
  ///
  /// Takes constant time. Another id is reported, as for every element that is changed in place.
  ///
  /// - Returns: The element that was replaced.
  @discardableResult
  public mutating func update(_ element: Element, at position: Int) -> Element {
    let replaced = storage[position]
    self[position] = element
    return replaced
  }
}
