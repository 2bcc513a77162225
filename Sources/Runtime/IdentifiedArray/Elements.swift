/// The elements of an identified array or a stack, in order, with the stamps that tell what may
/// have changed.
///
/// Its methods are the only ones that change elements, so that no change is without its stamp.
@usableFromInline
struct Elements<Element> {
  /// Read by others as `storage`, and changed by nothing else.
  @usableFromInline var unstamped: [Element] = []
  @usableFromInline private(set) var changes = CollectionChanges()

  @inlinable var storage: [Element] { unstamped }

  init() {}

  /// Changes an element in place, which keeps its id.
  @inlinable subscript(position: Int) -> Element {
    get { unstamped[position] }
    _modify {
      recordChange(at: position)
      yield &unstamped[position]
    }
  }

  /// Adds an element with an id that no other has, at a position or the end.
  mutating func insert(_ element: Element, at position: Int) {
    if position < unstamped.count { changes.recordMove() }
    unstamped.insert(element, at: position)
    changes.recordAddition()
  }

  /// Removes elements, or has one take another id.
  mutating func remove<Result>(_ body: (inout [Element]) -> Result) -> Result {
    changes.recordRemoval()
    return body(&unstamped)
  }

  /// Puts the elements into another order.
  mutating func rearrange<Result>(
    _ body: (inout [Element]) throws -> Result
  ) rethrows -> Result {
    changes.recordMove()
    return try body(&unstamped)
  }

  /// Takes an element out so that it can be changed without a copy; the last one takes its place.
  @inlinable mutating func takeOut(at position: Int) -> Element {
    var element = unstamped.removeLast()
    if position < unstamped.count { swap(&unstamped[position], &element) }
    return element
  }

  /// Undoes ``takeOut(at:)`` with an element that may have been changed.
  @inlinable mutating func putBack(_ element: consuming Element, at position: Int) {
    recordChange(at: position)
    if position < unstamped.count { swap(&unstamped[position], &element) }
    unstamped.append(element)
  }

  /// Undoes ``takeOut(at:)`` without the element, which is removed.
  mutating func putBackNothing(at position: Int) {
    remove { if position < $0.count { $0.append($0.remove(at: position)) } }
  }

  mutating func reserveCapacity(_ capacity: Int) {
    unstamped.reserveCapacity(capacity)
  }

  @inlinable mutating func recordChange(at position: Int) {
    // Usually it is the same element again.
    if position != changes.position { beginChanges(at: position) }
  }

  @usableFromInline mutating func beginChanges(at position: Int) {
    changes.recordChange(at: position)
  }
}

extension Elements: Sendable where Element: Sendable {}
