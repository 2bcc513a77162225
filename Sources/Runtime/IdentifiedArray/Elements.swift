/// The elements of an identified array or a stack, in order, with the stamps of their changes: the
/// numbers from which stores see what may have changed (`CollectionChanges`).
///
/// Used by `IdentifiedArray` and `Stack`, which keep the ids. Only the methods of this type change
/// elements, so that each change is recorded.
@usableFromInline
struct Elements<Element> {
  /// The elements; used only in this type, because a change elsewhere would not be recorded.
  @usableFromInline var untracked: [Element] = []
  @usableFromInline private(set) var changes = CollectionChanges()

  /// The elements, for other code to read.
  @inlinable var storage: [Element] { untracked }

  init() {}

  /// Changes an element in place, which keeps its id.
  @inlinable subscript(position: Int) -> Element {
    get { untracked[position] }
    _modify {
      recordChange(at: position)
      yield &untracked[position]
    }
  }

  /// Adds an element, with an id that no other element has, at a position or the end.
  mutating func insert(_ element: Element, at position: Int) {
    if position < untracked.count { changes.recordMove() }
    untracked.insert(element, at: position)
    changes.recordAddition()
  }

  /// Runs a closure that removes elements, or gives an element another id.
  mutating func remove<Result>(_ body: (inout [Element]) -> Result) -> Result {
    changes.recordRemoval()
    return body(&untracked)
  }

  /// Puts the elements into another order.
  mutating func rearrange<Result>(
    _ body: (inout [Element]) throws -> Result
  ) rethrows -> Result {
    changes.recordMove()
    return try body(&untracked)
  }

  /// Takes an element out, so that it can be changed without a copy; the caller must call
  /// ``putBack(_:at:)`` or ``putBackNothing(at:)`` afterward.
  ///
  /// In constant time: until then, the last element is at the position of the one taken out.
  @inlinable mutating func takeOut(at position: Int) -> Element {
    var element = untracked.removeLast()
    if position < untracked.count { swap(&untracked[position], &element) }
    return element
  }

  /// Undoes ``takeOut(at:)`` with an element that may have been changed.
  @inlinable mutating func putBack(_ element: consuming Element, at position: Int) {
    recordChange(at: position)
    if position < untracked.count { swap(&untracked[position], &element) }
    untracked.append(element)
  }

  /// Ends ``takeOut(at:)`` without the element, which stays removed: moves the last element back
  /// from `position` to the end.
  mutating func putBackNothing(at position: Int) {
    remove { if position < $0.count { $0.append($0.remove(at: position)) } }
  }

  mutating func reserveCapacity(_ capacity: Int) {
    untracked.reserveCapacity(capacity)
  }

  /// Records that an element is changed in place.
  @inlinable mutating func recordChange(at position: Int) {
    // Usually the same element is changed again, which needs no new stamp.
    if position != changes.position { beginChanges(at: position) }
  }

  /// Gives the elements a new stamp: the rare part of `recordChange(at:)`, not inlined into users'
  /// code.
  @usableFromInline mutating func beginChanges(at position: Int) {
    changes.recordChange(at: position)
  }
}

extension Elements: Sendable where Element: Sendable {}
