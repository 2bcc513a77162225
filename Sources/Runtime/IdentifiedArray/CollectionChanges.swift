import Synchronization

/// Tells which ids and elements of an identified array or a stack may have changed since an
/// observer last looked, so that the observer checks only these.
///
/// The observers are parts of a store that would otherwise look at each row after each action: the
/// search for removed features, the views of rows, and the subscriptions of rows. An observer keeps
/// the *stamps* that it has seen: each change gives the ids or the elements a new number. A stamp
/// is issued once per process, so no other array, and no older copy of this one, is mistaken for
/// the one that was seen. Copies share their stamps until they are changed.
@usableFromInline
struct CollectionChanges: Sendable {
  /// The stamps of an array, which an observer keeps.
  struct Stamps: Equatable {
    let ids: UInt64
    let elements: UInt64
  }

  /// The stamp of the ids: equal in two arrays only if their ids are equal; 0 in an array that has
  /// always been empty.
  private var ids: UInt64 = 0
  /// The stamp before the last change of the ids, if that was an addition; otherwise equal to
  /// `ids`.
  private var idsBefore: UInt64 = 0
  /// The stamp of the elements; consecutive changes at one position share one stamp.
  ///
  /// So two arrays with equal ids and equal stamps can differ only at `position`.
  private var elements: UInt64 = 0
  /// The position of the last change in place; -1 if there was none since elements last moved.
  @usableFromInline private(set) var position = -1
  /// The `elements` stamp before the current one, and the `position` that belonged to it.
  ///
  /// An observer that saw this stamp checks both positions; one that saw an older stamp checks all
  /// elements.
  private var elementsBefore: UInt64 = 0
  private var positionBefore = -1

  // MARK: - Recording

  // `Elements`, the storage of identified arrays and stacks, calls these for each mutation.

  /// Records that an id was added; if other elements have moved for that, the caller has recorded
  /// the move as well.
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
    recordChange(at: -1)
  }

  /// Records that an element is changed in place.
  ///
  /// Not called again for further changes at the same position: the stamp covers these.
  mutating func recordChange(at position: Int) {
    (elementsBefore, positionBefore) = (elements, self.position)
    (elements, self.position) = (Self.nextStamp(), position)
  }

  private static let stamps = Atomic<UInt64>(0)

  private static func nextStamp() -> UInt64 {
    stamps.wrappingAdd(1, ordering: .relaxed).newValue
  }

  // MARK: - Questions

  /// What an observer keeps of a collection that it has looked at: the stamps, and the number of
  /// elements.
  typealias Seen = (stamps: Stamps, count: Int)

  var stamps: Stamps { Stamps(ids: ids, elements: elements) }

  /// Whether all ids of an array with these stamps are still present.
  func hasAllIDs(of seen: Stamps) -> Bool {
    seen.ids == ids || seen.ids == idsBefore
  }

  /// The positions of the elements that may differ from an array with these stamps, whose ids are
  /// all still present.
  ///
  /// A negative position means none; `nil` means that any element may differ.
  func positions(differingFrom seen: Stamps) -> (Int, Int)? {
    // The stamp that was seen also covers later changes at its position. If it is the one before,
    // two positions may differ, or any if elements have moved since (`position` is -1).
    if seen.elements == elements { return (position, -1) }
    return seen.elements == elementsBefore && position >= 0 ? (position, positionBefore) : nil
  }
}

/// Which elements of a collection an observer must look at again.
enum ChangedElements: Equatable {
  /// All elements; some that were seen may have left.
  case all
  /// All elements; none that was seen has left.
  case allPresent
  /// At most two elements that may have changed, by position, and those that were added; none that
  /// was seen has left. The lower position comes first; a negative position means no element.
  case some(Int, Int, added: Range<Int>)
}

extension CollectionChanges {
  /// Tells which of `count` elements may have changed since the collection was seen.
  func changed(since seen: Seen?, count: Int) -> ChangedElements {
    guard let seen, hasAllIDs(of: seen.stamps) else { return .all }
    guard let (one, other) = positions(differingFrom: seen.stamps) else { return .allPresent }
    // An element that was added is in the range `added`, so its position is left out here.
    let ifSeen = { (position: Int) in position < seen.count ? position : -1 }
    let (low, high) = one < other ? (ifSeen(one), ifSeen(other)) : (ifSeen(other), ifSeen(one))
    // No id has left, so there are at least as many elements as before.
    return .some(low == high ? -1 : low, high, added: seen.count..<count)
  }
}
