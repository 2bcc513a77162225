import RatchetTesting
import TestSupport

@testable import Ratchet

@Suite("A queue")
struct QueueTests {
  @Test("lets go of an element as soon as it is given back")
  func release() {
    var queue = Queue<Element>()
    weak var weakly: Element?
    do {
      let element = Element()
      weakly = element
      queue.append(element)
      queue.append(Element())
    }
    _ = queue.popFirst()
    #expect(weakly == nil)
    #expect(queue.count == 1)
  }

  @Test("keeps the order if it is never empty")
  func neverEmpty() {
    var queue = Queue<Int>()
    for number in 0..<100 { queue.append(number) }
    for number in 0..<1_000 {
      queue.append(number + 100)
      let first = queue.popFirst()
      #expect(first == number)
      #expect(queue.count == 100)
    }
    #expect(queue.room < 400)
  }

  @Test("does what an array does", .seeds(100))
  func model() {
    let seed = Seeds.current
    var random = SeededRandom(seed)
    var queue = Queue<Int>()
    var model: [Int] = []
    for number in 0..<200 {
      if random.chance(55) {
        queue.append(number)
        model.append(number)
      } else {
        #expect(queue.popFirst() == (model.isEmpty ? nil : model.removeFirst()))
      }
      #expect(queue.count == model.count)
    }
  }
}

// MARK: - Fixtures

private final class Element {}
