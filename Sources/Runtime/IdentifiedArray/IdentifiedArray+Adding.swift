extension IdentifiedArray {
  /// Appends an element; one whose id is already present is reported and left out.
  ///
  /// Takes constant time on average.
  ///
  /// - Returns: Whether the element was appended.
  @discardableResult
  public mutating func append(
    _ element: Element, fileID: StaticString = #fileID, line: UInt = #line
  ) -> Bool {
    if add(element) { return true }
    reportDuplicate(element, fileID: fileID, line: line)
    return false
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
  /// - Returns: Whether the element was inserted.
  @discardableResult
  public mutating func insert(
    _ element: Element, at position: Int, fileID: StaticString = #fileID, line: UInt = #line
  ) -> Bool {
    let id = idOf(element)
    guard checkedIndex(id: id) == nil else {
      reportDuplicate(element, fileID: fileID, line: line)
      return false
    }
    add(element, id: id, at: position)
    return true
  }

  /// Replaces the element with the same id in its place, or appends the element if there is none.
  ///
  /// Takes constant time on average.
  ///
  /// - Returns: The element that was replaced.
  @discardableResult
  public mutating func updateOrAppend(_ element: Element) -> Element? {
    guard let position = checkedIndex(id: idOf(element)) else {
      _ = add(element)
      return nil
    }
    let replaced = storage[position]
    changes.recordChange(at: position)
    storage[position] = element
    return replaced
  }
}
