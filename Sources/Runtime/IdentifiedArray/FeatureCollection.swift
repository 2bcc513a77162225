/// What the runtime needs of a collection of feature states with ids: an `IdentifiedArray` or a
/// `Stack`.
///
/// `forEach` runs features on such a collection, stores are scoped to its elements, and the search
/// for removed features traverses it.
@usableFromInline
protocol FeatureCollection<ID, Element>: RandomAccessCollection where Index == Int {
  associatedtype ID: Hashable

  /// The elements in order, the first at position 0.
  var storage: [Element] { get }

  /// The stamps of the collection, which tell a store what may have changed since it last looked.
  var changes: CollectionChanges { get }

  /// The id of the element at a position, which must be valid.
  func id(at position: Int) -> ID

  /// The position of the element with an id, or `nil` if there is none.
  func index(id: ID) -> Int?

  /// Changes the element with an id in place; returns `nil` without calling `body` if there is
  /// none.
  mutating func change<Result>(
    id: ID, _ body: (inout Element) throws -> Result
  ) rethrows -> Result?
}

extension IdentifiedArray: FeatureCollection {
  @usableFromInline var changes: CollectionChanges { contents.changes }

  @usableFromInline func id(at position: Int) -> ID { idOf(storage[position]) }
}

extension Stack: FeatureCollection {
  @usableFromInline var changes: CollectionChanges { contents.changes }

  @usableFromInline func id(at position: Int) -> ID { ids[position] }
}
