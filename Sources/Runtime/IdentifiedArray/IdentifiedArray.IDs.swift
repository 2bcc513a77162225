extension IdentifiedArray {
  /// The ids of the elements, in the order of the elements.
  public struct IDs: RandomAccessCollection {
    let array: IdentifiedArray

    /// The position of the first id: 0.
    public var startIndex: Int { 0 }

    /// The number of ids.
    public var endIndex: Int { array.storage.count }

    /// The id of the element at a position, which must be valid.
    public subscript(position: Int) -> ID { array.idOf(array.storage[position]) }

    /// Whether an element has an id.
    ///
    /// Takes constant time.
    public func contains(_ id: ID) -> Bool { array.contains(id: id) }
  }
}

extension IdentifiedArray.IDs: Sendable where ID: Sendable, Element: Sendable {}

extension IdentifiedArray.IDs: Equatable {
  /// Whether both have the same ids in the same order.
  public static func == (one: Self, other: Self) -> Bool { one.elementsEqual(other) }
}
