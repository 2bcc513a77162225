extension IdentifiedArray {
  /// Appends an element, or reports and skips it if its id is already present.
  ///
  /// - Complexity: O(1) on average.
  ///
  /// - Returns: Whether the element was appended, and the position of the element with its id.
  @discardableResult
  public mutating func append(
    _ element: Element, fileID: StaticString = #fileID, line: UInt = #line
  ) -> (inserted: Bool, index: Int) {
    insert(element, at: storage.count, fileID: fileID, line: line)
  }

  /// Appends elements in order; reports and skips those whose id is already present.
  ///
  /// The elements may be taken from this array itself.
  @inline(never)
  public mutating func append(
    contentsOf elements: consuming some Sequence<Element>,
    fileID: StaticString = #fileID, line: UInt = #line
  ) {
    // `elements` is consumed, and the method never inlined, because of a fault of Swift 6.3: for
    // `rows.append(contentsOf: rows)`, optimized code would pass the argument without a reference
    // of its own (`ARCSequenceOpts` removes it), and the first change of `rows` would free it.
    //
    // Reserves capacity only for an empty array: repeated small appends would reallocate each time.
    if isEmpty { reserveCapacity(elements.underestimatedCount) }
    for element in elements { append(element, fileID: fileID, line: line) }
  }

  /// Inserts an element at a position, or reports and skips it if its id is already present, or
  /// does not equal itself.
  ///
  /// The position must be valid or the end.
  ///
  /// - Complexity: O(*n*) in the number of elements behind it.
  ///
  /// - Returns: Whether the element was inserted, and the position of the element with its id;
  ///   `position` if no element can have it.
  @discardableResult
  public mutating func insert(
    _ element: Element, at position: Int, fileID: StaticString = #fileID, line: UInt = #line
  ) -> (inserted: Bool, index: Int) {
    let id = idOf(element)
    if let index = index(id: id) {
      reportDuplicate(element, fileID: fileID, line: line)
      return (false, index)
    }
    if isUnequal(id, fileID: fileID, line: line) { return (false, position) }
    add(element, id: id, at: position)
    return (true, position)
  }

  /// Replaces the element with the same id in place, or appends the element if there is none.
  ///
  /// - Complexity: O(1) on average.
  ///
  /// - Returns: The replaced element, if any.
  @discardableResult
  public mutating func updateOrAppend(_ element: Element) -> Element? {
    updateOrInsert(element, at: storage.count).originalMember
  }

  /// Replaces the element with the same id in place, or inserts the element if there is none, at a
  /// position that must be valid or the end.
  ///
  /// - Complexity: O(1) to replace, otherwise O(*n*) in the number of elements behind it.
  ///
  /// - Returns: The replaced element, if any, and the position of the new one; `position` if no
  ///   element can have the id.
  @discardableResult
  public mutating func updateOrInsert(
    _ element: Element, at position: Int
  ) -> (originalMember: Element?, index: Int) {
    let id = idOf(element)
    guard let index = index(id: id) else {
      if !isUnequal(id) { add(element, id: id, at: position) }
      return (nil, position)
    }
    let replaced = storage[index]
    // Not by `self[index]`, which compares the ids: these are equal.
    contents[index] = element
    return (replaced, index)
  }
}
