/// A path of screens: elements that are pushed at its end and popped from there, each with an id
/// that it gets from the stack.
///
/// ```swift
/// var path = Stack<String>()
/// let inbox = path.push("inbox")
/// path.push("message")
/// path[id: inbox] = "archive"  // in place, under the same id
/// path.pop(to: inbox)
/// path.show(["archive", "draft"])  // the first element is the same, and keeps its id
/// ```
///
/// The first element is the screen above the root; the root itself is the feature that has the
/// stack. Elements of several kinds are cases of an enum.
///
/// The ids come from a counter inside of the value, so that they are the same in every run of a
/// program and in its tests. An id is given once in the life of a stack, so that what comes late
/// for a popped element is never taken for that of another one. Copies count on from the same
/// number. A stack that is made anew counts from 0: to replace the path in a feature's state, use
/// ``show(_:same:)``, since assigning another stack gives its elements ids that others had before.
///
/// A value with the semantics of an array: copies are independent, and share their storage until
/// one is changed. Two stacks are equal if they have equal elements with the same ids.
public struct Stack<Element> {
  /// The id of an element.
  public typealias ID = StackID

  /// The ids of the elements, in their order, which is the order in which they were given.
  ///
  /// Takes constant time.
  public internal(set) var ids: [StackID] = []

  /// The elements in order, as an array.
  ///
  /// Takes constant time.
  public var elements: [Element] { storage }

  @usableFromInline var storage: [Element] = []
  /// The number of the next id: how many were given.
  @usableFromInline var nextNumber = 0
  /// For the search for removed features; no part of the value.
  @usableFromInline var changes = CollectionChanges()

  /// Makes an empty stack.
  public init() {}

  /// Makes a stack of elements; the first gets the id 0, each other one the next number.
  ///
  /// Takes time in proportion to the number of elements.
  public init(_ elements: some Sequence<Element>) {
    for element in elements { push(element) }
  }
}

extension Stack: Sendable where Element: Sendable {}

extension Stack: ExpressibleByArrayLiteral {
  /// Makes a stack of elements; the first gets the id 0, each other one the next number.
  public init(arrayLiteral elements: Element...) {
    self.init(elements)
  }
}
