extension IdentifiedArray {
  /// Sorts the elements with a predicate; equal elements keep their order.
  ///
  /// If the predicate throws, the elements stay the same, in an unspecified order.
  public mutating func sort(by areInOrder: (Element, Element) throws -> Bool) rethrows {
    try rearrange { try $0.sort(by: areInOrder) }
  }

  /// Reverses the order of the elements.
  public mutating func reverse() {
    rearrange { $0.reverse() }
  }

  /// Moves the elements at some positions, in their order, to before the element at another
  /// position, or to the end.
  ///
  /// Matches the `onMove` closure of SwiftUI's lists: `destination` is a position before the move.
  /// Invalid positions are reported: none is moved, and an invalid destination is replaced by the
  /// nearest valid one.
  ///
  /// - Complexity: O(*n*) in the number of elements whose position changes.
  public mutating func move(
    fromOffsets source: some Sequence<Int>, toOffset destination: Int,
    fileID: StaticString = #fileID, line: UInt = #line
  ) {
    let moved = Set(source)
    reportInvalid(
      moved, among: storage.indices, "move elements from", fileID: fileID, line: line)
    reportInvalid(
      CollectionOfOne(destination), among: 0...storage.count, "move elements to",
      fileID: fileID, line: line)
    let middle = moved.filter(storage.indices.contains).sorted()
    guard let first = middle.first, let last = middle.last else { return }
    let target = Swift.min(Swift.max(0, destination), storage.count)
    // The range in which elements move: the moved ones, and those between them and the target.
    let changed = Swift.min(first, target)..<Swift.max(last + 1, target)
    let front = changed.filter { $0 < target && !moved.contains($0) }
    let back = changed.filter { $0 >= target && !moved.contains($0) }
    let elements = (front + middle + back).map { storage[$0] }
    contents.rearrange { $0.replaceSubrange(changed, with: elements) }
    reindex(from: changed.lowerBound, to: changed.upperBound)
  }

  /// Changes the order of the elements, and updates the positions of all ids.
  private mutating func rearrange(_ body: (inout [Element]) throws -> Void) rethrows {
    defer { reindex() }
    try contents.rearrange(body)
  }
}

extension IdentifiedArray where Element: Comparable {
  /// Sorts the elements; equal elements keep their order.
  public mutating func sort() {
    sort(by: <)
  }
}
