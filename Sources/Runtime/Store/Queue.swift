/// A first-in, first-out queue with amortized constant-time operations.
package struct Queue<Element> {
  private var elements: ContiguousArray<Element?> = []
  private var head = 0

  package init() {}

  package init(_ elements: [Element]) {
    self.elements = ContiguousArray(elements.map { $0 })
  }

  package var isEmpty: Bool { head == elements.count }

  package var count: Int { elements.count - head }

  /// The number of elements that fit without reallocation.
  var room: Int { elements.capacity }

  package mutating func append(_ element: Element) {
    elements.append(element)
  }

  package mutating func popFirst() -> Element? {
    guard head < elements.count else { return nil }
    let element = elements[head].take()
    head += 1
    if head == elements.count {
      reset()
    } else if head >= 64, head >= elements.count - head {
      // Elements may arrive as fast as they leave, so that the queue is never empty.
      elements = ContiguousArray(elements[head...])
      head = 0
    }
    return element
  }

  private mutating func reset() {
    // d2: most queues hold one element, and `removeLast` is much faster than `removeAll`.
    if head == 1 {
      elements.removeLast()
    } else {
      elements.removeAll(keepingCapacity: head <= 64)
    }
    head = 0
  }
}
