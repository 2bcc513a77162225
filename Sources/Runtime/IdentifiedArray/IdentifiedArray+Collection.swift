extension IdentifiedArray: RandomAccessCollection {
  /// The position of the first element: 0.
  @_documentation(visibility: internal)
  @inlinable public var startIndex: Int { 0 }

  /// The number of elements.
  @_documentation(visibility: internal)
  @inlinable public var endIndex: Int { storage.count }

  /// The element at a position, which must be valid.
  ///
  /// An element is changed in place, in constant time and without a copy. Its id must not change.
  @inlinable
  public subscript(position: Int) -> Element {
    get { storage[position] }
    _modify {
      let id = idOf(storage[position])
      defer {
        let newID = idOf(storage[position])
        if newID != id { acceptChange(at: position, from: id, to: newID) }
      }
      yield &contents[position]
    }
  }

  /// The ids, unique and in the order of the elements.
  ///
  /// - Complexity: O(1).
  public var ids: IDs { IDs(array: self) }

  /// Reserves capacity for a number of elements, so that adding them allocates nothing.
  package mutating func reserveCapacity(_ capacity: Int) {
    contents.reserveCapacity(capacity)
    positions.reserveCapacity(capacity)
  }
}

extension IdentifiedArray {
  /// The ids of the elements, in the order of the elements.
  public struct IDs: RandomAccessCollection {
    let array: IdentifiedArray

    /// The position of the first id: 0.
    @_documentation(visibility: internal)
    public var startIndex: Int { 0 }

    /// The number of ids.
    @_documentation(visibility: internal)
    public var endIndex: Int { array.storage.count }

    /// The id of the element at a position, which must be valid.
    public subscript(position: Int) -> ID { array.idOf(array.storage[position]) }

    /// Whether an element has an id.
    ///
    /// - Complexity: O(1).
    public func contains(_ id: ID) -> Bool { array.contains(id: id) }
  }
}

extension IdentifiedArray.IDs: Sendable where ID: Sendable, Element: Sendable {}

extension IdentifiedArray.IDs: Equatable {
  /// Whether both have the same ids in the same order.
  @_documentation(visibility: internal)
  public static func == (one: Self, other: Self) -> Bool { one.elementsEqual(other) }

  /// Whether the ids equal a list, in the same order: `state.rows.ids == [1, 2]`.
  public static func == (one: Self, other: [ID]) -> Bool { one.elementsEqual(other) }
}
