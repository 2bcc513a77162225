/// A path of screens: elements pushed and popped at its end, each with an id from the stack.
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
/// The first element is the screen above the root; the root is the feature that owns the stack. For
/// elements of several kinds, use an enum.
///
/// Ids are issued by a counter inside the value, so they are the same in every run of a program and
/// in its tests. A stack issues each id once, so a late action for a popped element never reaches
/// another element. Copies continue from the same number. A new stack counts from 0: to replace the
/// path in a feature's state, use ``show(_:same:)``, because assigning a new stack reuses the ids
/// of earlier elements.
///
/// A stack has the value semantics of an array: copies are independent and share storage until one
/// is changed. Two stacks are equal if they have equal elements with the same ids.
public struct Stack<Element> {
  /// The ids of the elements, in order, which is also the order in which they were issued.
  ///
  /// - Complexity: O(1).
  public internal(set) var ids: [StackID] = []

  /// The elements in order, as an array.
  ///
  /// - Complexity: O(1).
  public var elements: [Element] { storage }

  /// The elements, with numbers from which a store sees what may have changed.
  @usableFromInline var contents = Elements<Element>()
  /// The number of the next id, which is the number of ids issued so far.
  @usableFromInline package var nextNumber = 0

  /// The elements in `contents`, for code of the library that reads them.
  @inlinable var storage: [Element] { contents.storage }

  /// Makes an empty stack.
  public init() {}

  /// Makes a stack of elements, with ids from 0 up.
  ///
  /// - Complexity: O(*n*) in the number of elements.
  public init(_ elements: some Sequence<Element>) {
    for element in elements { push(element) }
  }
}

extension Stack: Sendable where Element: Sendable {}

extension Stack: ExpressibleByArrayLiteral {
  /// Makes a stack of elements, with ids from 0 up.
  public init(arrayLiteral elements: Element...) {
    self.init(elements)
  }
}
