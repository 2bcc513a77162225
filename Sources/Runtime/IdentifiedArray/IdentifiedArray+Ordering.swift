#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension IdentifiedArray {
  /// Sorts the elements by an order; equal elements keep their order.
  ///
  /// If the order throws, the elements are still the same, in an order that is not specified.
  public mutating func sort(by areInOrder: (Element, Element) throws -> Bool) rethrows {
    defer { reindex() }
    try storage.sort(by: areInOrder)
  }

  /// Sorts the elements by a comparator; equal elements keep their order.
  public mutating func sort(using comparator: some SortComparator<Element>) {
    sort { comparator.compare($0, $1) == .orderedAscending }
  }

  /// Moves the elements that satisfy a condition behind all others.
  ///
  /// The order within the two parts is not specified. If the condition throws, the elements are
  /// still the same, in an order that is not specified.
  ///
  /// - Returns: The position of the first element that satisfies the condition, or the end.
  @discardableResult
  public mutating func partition(by belongsInSecond: (Element) throws -> Bool) rethrows -> Int {
    defer { reindex() }
    return try storage.partition(by: belongsInSecond)
  }

  /// Reverses the order of the elements.
  public mutating func reverse() {
    storage.reverse()
    reindex()
  }

  /// Puts the elements in a random order.
  public mutating func shuffle(using generator: inout some RandomNumberGenerator) {
    storage.shuffle(using: &generator)
    reindex()
  }

  /// Exchanges the elements at two positions, which must be valid.
  ///
  /// Takes constant time.
  public mutating func swapAt(_ one: Int, _ other: Int) {
    storage.swapAt(one, other)
    changes.recordMove()
    let isKnown =
      move(storage[one], from: other, to: one) && move(storage[other], from: one, to: other)
    if !isKnown { rebuildIndex() }
  }

  /// Moves the elements at some positions, in their order, to before the element at another
  /// position; `destination` may be the end.
  ///
  /// Means what the closures of SwiftUI's lists mean by it: `destination` counts before anything is
  /// moved. Positions that are not valid are reported: nothing is moved from there, and a
  /// destination is replaced by the nearest valid one.
  public mutating func move(
    fromOffsets source: some Sequence<Int>, toOffset destination: Int,
    fileID: StaticString = #fileID, line: UInt = #line
  ) {
    let moved = Set(source)
    reportInvalid(
      moved, among: storage.indices, "was to move elements from", fileID: fileID, line: line)
    reportInvalid(
      CollectionOfOne(destination), among: 0...storage.count, "was to move elements to",
      fileID: fileID, line: line)
    var head: [Element] = []
    var middle: [Element] = []
    var tail: [Element] = []
    head.reserveCapacity(storage.count)
    for (position, element) in storage.enumerated() {
      if moved.contains(position) {
        middle.append(element)
      } else if position < destination {
        head.append(element)
      } else {
        tail.append(element)
      }
    }
    storage = head + middle + tail
    reindex()
  }
}

extension IdentifiedArray where Element: Comparable {
  /// Sorts the elements; equal elements keep their order.
  public mutating func sort() {
    sort(by: <)
  }
}
