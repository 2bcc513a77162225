extension Stack {
  /// Adds an element at the end, with a new id.
  ///
  /// - Complexity: O(1) on average.
  ///
  /// - Returns: The new id.
  @discardableResult
  public mutating func push(_ element: Element) -> StackID {
    let id = StackID(nextNumber)
    nextNumber += 1
    ids.append(id)
    contents.insert(element, at: count)
    return id
  }

  /// Removes the elements above the one with an id.
  ///
  /// Does nothing if the element was already popped; an id that the stack never issued is reported.
  /// Takes time in proportion to the number of removed elements.
  public mutating func pop(
    to id: StackID, fileID: StaticString = #fileID, line: UInt = #line
  ) {
    if let position = index(id: id) { return keepFirst(position + 1) }
    reportUnknown(id, fileID: fileID, line: line)
  }

  /// Removes the element with an id and those above it.
  ///
  /// Does nothing if the element was already popped; an id that the stack never issued is reported.
  /// Takes time in proportion to the number of removed elements.
  public mutating func pop(
    from id: StackID, fileID: StaticString = #fileID, line: UInt = #line
  ) {
    if let position = index(id: id) { return keepFirst(position) }
    reportUnknown(id, fileID: fileID, line: line)
  }

  /// Removes the last element and returns it, or `nil` if there is none.
  ///
  /// - Complexity: O(1) on average.
  @discardableResult
  public mutating func popLast() -> Element? {
    guard let last = storage.last else { return nil }
    keepFirst(storage.count - 1)
    return last
  }

  /// Removes all elements, which shows the feature that owns the stack.
  ///
  /// - Complexity: O(*n*) in the number of elements.
  public mutating func popToRoot() {
    keepFirst(0)
  }

  /// Replaces the path, as a deep link does; leading screens that are the same stay.
  ///
  /// ```swift
  /// state.path.show([.list(List.State()), .detail(Detail.State(id: 7))]) { present, shown in
  ///   switch (present, shown) {
  ///   case (.list, .list): true
  ///   case (.detail(let present), .detail(let shown)): present.id == shown.id
  ///   default: false
  ///   }
  /// }
  /// ```
  ///
  /// The present elements and the new ones are compared in pairs, from the start. Up to the first
  /// difference, present elements keep their ids, their state and, in a store, their effects. From
  /// there on, the present elements are popped and the new ones pushed.
  ///
  /// Takes time proportional to the number of elements of both. If `same` throws, nothing changes.
  ///
  /// - Parameters:
  ///   - path: The elements to show, which may be taken from this stack itself.
  ///   - same: Whether a present element is the same screen as one to show.
  /// - Throws: Any error that `same` throws.
  @inline(never)
  public mutating func show(
    _ path: consuming some Sequence<Element>,
    same: (_ present: Element, _ shown: Element) throws -> Bool
  ) rethrows {
    // The path is consumed, and the method never inlined, because optimized Swift 6.3 code frees
    // elements that come from this stack: see `IdentifiedArray.append(contentsOf:)`.
    let path = Array(path)
    var common = 0
    while common < path.count, common < storage.count, try same(storage[common], path[common]) {
      common += 1
    }
    keepFirst(common)
    for element in path[common...] { push(element) }
  }

  /// Removes all but the first `count` elements.
  mutating func keepFirst(_ count: Int) {
    if count == storage.count { return }
    ids.removeSubrange(count...)
    contents.remove { $0.removeSubrange(count...) }
  }

  /// Whether this stack has issued the id, and has popped its element since; an action or a pop
  /// with that id only comes too late, and is not reported.
  @usableFromInline
  func hasPopped(_ id: StackID) -> Bool {
    (0..<nextNumber).contains(id.number) && !contains(id: id)
  }
}

extension Stack where Element: Equatable {
  /// Replaces the path, as a deep link does; leading screens that are equal stay.
  ///
  /// Compares elements by `==`, as ``show(_:same:)`` does with a function. Takes time in proportion
  /// to the number of elements of both.
  ///
  /// - Parameter path: The elements to show, which may be taken from this stack itself.
  @inline(never)
  public mutating func show(_ path: consuming some Sequence<Element>) {
    show(path, same: ==)
  }
}
