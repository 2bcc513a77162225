extension IdentifiedArray: RandomAccessCollection {
  /// The position of the first element: 0.
  @inlinable public var startIndex: Int { 0 }

  /// The number of elements.
  @inlinable public var endIndex: Int { storage.count }

  /// The element at a position, which must be valid.
  ///
  /// An element is changed in place without being copied, in constant time. Its id must stay.
  @inlinable
  public subscript(position: Int) -> Element {
    get { storage[position] }
    _modify {
      let id = idOf(storage[position])
      changes.recordChange(at: position)
      defer {
        let newID = idOf(storage[position])
        if newID != id { acceptChange(at: position, from: id, to: newID) }
      }
      yield &storage[position]
    }
  }

  /// The ids in the order of the elements, and unique as they are.
  ///
  /// Takes constant time.
  public var ids: IDs { IDs(array: self) }

  /// Makes room for a number of elements, so that adding them allocates nothing.
  ///
  /// Removing elements gives room back of which more than three quarters are unused.
  public mutating func reserveCapacity(_ capacity: Int) {
    storage.reserveCapacity(capacity)
    positions.reserveCapacity(capacity)
  }
}

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
