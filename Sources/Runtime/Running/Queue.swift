/// A first-in, first-out queue with amortized constant-time operations.
///
/// Holds the queued actions of a store, its pending effects, and the events for its observers.
package struct Queue<Element> {
  /// The elements from `head` on; those before it have left, and are `nil`.
  private var elements: ContiguousArray<Element?> = []
  private var head = 0

  package init() {}

  package init(_ elements: [Element]) {
    self.elements = ContiguousArray(elements.map { $0 })
  }

  package var isEmpty: Bool { head == elements.count }

  package var count: Int { elements.count - head }

  /// The number of elements that fit without reallocation, for tests.
  var room: Int { elements.capacity }

  package mutating func append(_ element: Element) {
    elements.append(element)
  }

  /// Moves the last `number` elements to a position; position 0 leaves next.
  mutating func moveLast(_ number: Int, to position: Int) {
    let moved = elements.suffix(number)
    elements.removeLast(number)
    elements.insert(contentsOf: moved, at: head + position)
  }

  package mutating func popFirst() -> Element? {
    guard head < elements.count else { return nil }
    let element = elements[head].take()
    head += 1
    if head == elements.count {
      elements.removeAll(keepingCapacity: true)
      head = 0
    } else if head >= 64, head >= elements.count - head {
      // Removes the places of the elements that have left, once they are many and at least half of
      // the array. If elements arrive as fast as they leave, the queue is never empty, and only
      // this frees them.
      elements.removeFirst(head)
      head = 0
    }
    return element
  }
}
