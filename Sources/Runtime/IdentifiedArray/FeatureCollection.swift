/// A collection of the states of features, each with an id: what `forEach` runs features on, the
/// search for removed features goes through, and stores are scoped to.
@usableFromInline
protocol FeatureCollection<ID, Element>: RandomAccessCollection where Index == Int {
  associatedtype ID: Hashable

  /// Whether the bytes of an element tell its id, so that equal bytes are the same element.
  static var hasIDsInElements: Bool { get }

  /// The elements in order, the first at position 0.
  var storage: [Element] { get }

  /// What may have changed since somebody saw the collection.
  var changes: CollectionChanges { get }

  /// The id of the element at a position, which must be valid.
  func id(at position: Int) -> ID

  /// The position of the element with an id, or `nil` if there is none.
  func index(id: ID) -> Int?

  /// Changes the element with an id in place, and returns `nil` without a call if there is none.
  mutating func change<Result>(
    id: ID, _ body: (inout Element) throws -> Result
  ) rethrows -> Result?
}

extension IdentifiedArray: FeatureCollection {
  @usableFromInline static var hasIDsInElements: Bool { true }

  @usableFromInline func id(at position: Int) -> ID { idOf(storage[position]) }
}

extension Stack: FeatureCollection {
  @usableFromInline static var hasIDsInElements: Bool { false }

  @usableFromInline func id(at position: Int) -> ID { ids[position] }
}
