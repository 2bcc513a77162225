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
  public mutating func reserveCapacity(_ capacity: Int) {
    storage.reserveCapacity(capacity)
    positions.reserveCapacity(capacity)
  }
}
