extension IdentifiedArray {
  /// Removes the element with an id and returns it, or `nil` if there is none.
  ///
  /// - Complexity: O(1) for the last element, otherwise O(*n*) in the number of elements behind it.
  @discardableResult
  public mutating func remove(id: ID) -> Element? {
    index(id: id).map { remove(at: $0) }
  }

  /// Removes the element at a position, which must be valid, and returns it.
  ///
  /// - Complexity: O(1) for the last element, otherwise O(*n*) in the number of elements behind it.
  @discardableResult
  public mutating func remove(at position: Int) -> Element {
    let element = contents.remove { $0.remove(at: position) }
    positions[idOf(element)] = nil
    reindex(from: position)
    return element
  }

  /// Removes the first element, which must exist, and returns it.
  ///
  /// - Complexity: O(*n*) in the number of elements.
  @discardableResult
  public mutating func removeFirst() -> Element {
    remove(at: 0)
  }

  /// Removes the last element, which must exist, and returns it.
  ///
  /// - Complexity: O(1).
  @discardableResult
  public mutating func removeLast() -> Element {
    remove(at: count - 1)
  }

  /// Removes the elements at some positions, as the `onDelete` closure of SwiftUI's lists passes
  /// them; reports and skips invalid positions.
  public mutating func remove(
    atOffsets offsets: some Sequence<Int>, fileID: StaticString = #fileID, line: UInt = #line
  ) {
    let offsets = Set(offsets)
    reportInvalid(
      offsets, among: storage.indices, "remove elements at", fileID: fileID, line: line)
    for position in offsets.intersection(storage.indices) {
      positions[idOf(storage[position])] = nil
    }
    let kept = storage.indices.filter { !offsets.contains($0) }
    contents.remove { elements in elements = kept.map { elements[$0] } }
    reindex()
  }

  /// Removes the elements that satisfy a predicate.
  ///
  /// If the predicate throws, nothing is removed.
  public mutating func removeAll(where isRemoved: (Element) throws -> Bool) rethrows {
    let removed = try storage.indices.filter { try isRemoved(storage[$0]) }
    if !removed.isEmpty { remove(atOffsets: removed) }
  }

  /// Removes all elements.
  public mutating func removeAll(keepingCapacity: Bool = false) {
    contents.remove { $0.removeAll(keepingCapacity: keepingCapacity) }
    positions.removeAll(keepingCapacity: keepingCapacity)
  }
}
