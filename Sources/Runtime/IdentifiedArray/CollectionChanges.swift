import Synchronization

/// What may have changed in an identified array or a stack since somebody saw it.
///
/// Whoever wants to know keeps the stamps that were there. A stamp is given out once in the life of
/// the program, so that no other array, nor an older copy of this one, is taken for the one seen.
/// Copies share their stamps until they are changed. (c-live: 190 us -> 300 ns)
@usableFromInline
struct CollectionChanges: Sendable {
  /// What to keep of an array that was seen.
  struct Stamps: Equatable {
    let ids: UInt64
    let elements: UInt64
  }

  /// Equal in two arrays only if these have the same ids; zero in arrays that never had one.
  private var ids: UInt64 = 0
  /// The stamp before the last change of the ids, if that added one; else the same as now.
  private var idsBefore: UInt64 = 0
  /// Equal in two arrays with the same ids only if their elements differ at `position` at most.
  private var elements: UInt64 = 0
  /// Where the element is that was changed in place last, as often as one likes; negative if none
  /// was since the elements have moved.
  @usableFromInline private(set) var position = -1
  /// The stamp and the position before the last other element was changed.
  private var elementsBefore: UInt64 = 0
  private var positionBefore = -1

  // MARK: - Recording

  /// Records that an id was added, and that no position means another element than before.
  mutating func recordAddition() {
    idsBefore = ids
    ids = Self.nextStamp()
  }

  /// Records that ids may have been removed.
  mutating func recordRemoval() {
    ids = Self.nextStamp()
    idsBefore = ids
  }

  /// Records that elements have moved.
  mutating func recordMove() {
    beginChanges(at: -1)
  }

  /// Records that an element is changed in place.
  @inlinable
  mutating func recordChange(at position: Int) {
    // Most often it is the same element again. (c3: two instructions)
    if position != self.position { beginChanges(at: position) }
  }

  @usableFromInline
  mutating func beginChanges(at position: Int) {
    (elementsBefore, positionBefore) = (elements, self.position)
    (elements, self.position) = (Self.nextStamp(), position)
  }

  private static let stamps = Atomic<UInt64>(0)

  private static func nextStamp() -> UInt64 {
    stamps.wrappingAdd(1, ordering: .relaxed).newValue
  }

  // MARK: - Questions

  var stamps: Stamps { Stamps(ids: ids, elements: elements) }

  /// Whether all ids of an array with these stamps are still there.
  func hasAllIDs(of seen: Stamps) -> Bool {
    seen.ids == ids || seen.ids == idsBefore
  }

  /// The positions of the elements that may differ from those of an array with these stamps, whose
  /// ids are all still there.
  ///
  /// A negative position is none; `nil` if any element may differ.
  func positions(differingFrom seen: Stamps) -> (Int, Int)? {
    if seen.elements == elements { return (position, -1) }
    return seen.elements == elementsBefore && position >= 0 ? (position, positionBefore) : nil
  }
}
