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
    let front = storage.indices.filter { $0 < destination && !moved.contains($0) }
    let middle = storage.indices.filter(moved.contains)
    let back = storage.indices.filter { $0 >= destination && !moved.contains($0) }
    rearrange { elements in elements = (front + middle + back).map { elements[$0] } }
  }

  private mutating func rearrange<Result>(
    _ body: (inout [Element]) throws -> Result
  ) rethrows -> Result {
    defer { reindex() }
    return try contents.rearrange(body)
  }
}

extension IdentifiedArray where Element: Comparable {
  /// Sorts the elements; equal elements keep their order.
  public mutating func sort() {
    sort(by: <)
  }
}
