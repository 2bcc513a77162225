import RatchetDependencies

extension Stack {
  /// Adds an element at the end, under a new id.
  ///
  /// Takes constant time on average.
  ///
  /// - Returns: The id.
  @discardableResult
  public mutating func push(_ element: Element) -> ID {
    let id = StackID(nextNumber)
    nextNumber += 1
    ids.append(id)
    storage.append(element)
    changes.recordAddition()
    return id
  }

  /// Removes the elements above the one with an id, which is the last one then.
  ///
  /// Does nothing if the element was popped before; an id that the stack has never given is
  /// reported. Takes time in proportion to the number of elements that are removed.
  public mutating func pop(
    to id: ID, fileID: StaticString = #fileID, line: UInt = #line
  ) {
    if let position = index(id: id) { return keepFirst(position + 1) }
    reportUnknown(id, fileID: fileID, line: line)
  }

  /// Removes the element with an id, and those above it.
  ///
  /// Does nothing if the element was popped before; an id that the stack has never given is
  /// reported. Takes time in proportion to the number of elements that are removed.
  public mutating func pop(
    from id: ID, fileID: StaticString = #fileID, line: UInt = #line
  ) {
    if let position = index(id: id) { return keepFirst(position) }
    reportUnknown(id, fileID: fileID, line: line)
  }

  /// Removes the last element and returns it, or `nil` if there is none.
  ///
  /// Takes constant time on average.
  @discardableResult
  public mutating func popLast() -> Element? {
    guard let last = storage.last else { return nil }
    keepFirst(storage.count - 1)
    return last
  }

  /// Removes all elements, so that the feature that has the stack is shown.
  ///
  /// Takes time in proportion to the number of elements.
  public mutating func popToRoot() {
    keepFirst(0)
  }

  /// Replaces the path by another one, as a deep link does; screens of a common beginning stay.
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
  /// As long as the elements that are there and those to be shown are pairwise the same, those
  /// that are there stay as they are: with their ids, with their state and, in a store, with their
  /// effects. From the first difference on, the old elements are popped and the new ones pushed.
  ///
  /// Takes time in proportion to the number of elements of both. If `same` throws, nothing is
  /// changed.
  ///
  /// - Parameters:
  ///   - path: The elements to show, which may come from this stack itself.
  ///   - same: Whether an element that is present stands for the same screen as one to be shown.
  /// - Throws: What `same` throws.
  @inline(never)
  public mutating func show(
    _ path: consuming some Sequence<Element>,
    same: (_ present: Element, _ shown: Element) throws -> Bool
  ) rethrows {
    // Consumed, and never inlined, for the reason that `IdentifiedArray.append(contentsOf:)` gives.
    let path = Array(path)
    var common = 0
    while common < path.count, common < storage.count, try same(storage[common], path[common]) {
      common += 1
    }
    keepFirst(common)
    for element in path[common...] { push(element) }
  }

  /// Removes all elements behind the first ones.
  mutating func keepFirst(_ count: Int) {
    if count == storage.count { return }
    ids.removeSubrange(count...)
    storage.removeSubrange(count...)
    ids.shrinkIfSparse()
    storage.shrinkIfSparse()
    changes.recordRemoval()
  }

  /// Whether an element had this id and was popped.
  @usableFromInline
  func hasPopped(_ id: ID) -> Bool {
    (0..<nextNumber).contains(id.number) && !contains(id: id)
  }

  private func reportUnknown(_ id: ID, fileID: StaticString, line: UInt) {
    if hasPopped(id) { return }
    report(
      """
      An element of a 'Stack' of '\(Element.self)' was to be popped by an id that the stack has \
      never given: \(id)

      Nothing was popped. To fix this, use the ids that 'push' returns or that are in 'ids', and \
      only with the stack that gave them.
      """, fileID: fileID, line: line)
  }
}

extension Stack where Element: Equatable {
  /// Replaces the path by another one, as a deep link does; equal screens at the beginning stay.
  ///
  /// ``show(_:same:)`` by equality: what is popped and pushed begins with the first element that
  /// differs. Takes time in proportion to the number of elements of both.
  ///
  /// - Parameter path: The elements to show, which may come from this stack itself.
  @inline(never)
  public mutating func show(_ path: consuming some Sequence<Element>) {
    show(path, same: ==)
  }
}
