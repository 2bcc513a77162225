import Foundation
import RatchetTesting

@Suite("A sequence of callbacks")
struct CallbackSequenceTests {
  @Test("throws the error that the callbacks finish with, after the elements before it")
  func failure() async {
    let sequence = CallbackSequence<Int, Failure>(bufferingPolicy: .bufferingOldest(2)) {
      callback in
      for number in 1...3 { callback(number) }
      callback.finish(throwing: .first)
      callback.finish(throwing: .second)
      return {}
    }
    var seen: [Int] = []
    do throws(Failure) {
      for try await number in sequence { seen.append(number) }
      Issue.record("Nothing was thrown.")
    } catch {
      #expect(error == .first)
    }
    #expect(seen == [1, 2])
  }

  @Test("keeps what its buffering policy says, in order, until the callbacks finish")
  func buffering() async {
    func elements(_ policy: AsyncStream<Int>.Continuation.BufferingPolicy) async -> [Int] {
      await all(
        of: CallbackSequence<Int, Never>(bufferingPolicy: policy) { callback in
          for number in 1...5 { callback(number) }
          callback.finish()
          callback(6)
          return {}
        })
    }
    #expect(await elements(.unbounded) == [1, 2, 3, 4, 5])
    #expect(await elements(.bufferingNewest(1)) == [5])
    #expect(await elements(.bufferingOldest(2)) == [1, 2])
  }

  @Test("starts for each consumer anew, and not before")
  func consumers() async {
    let starts = Locked(0)
    let sequence = CallbackSequence<Int, Never>(bufferingPolicy: .unbounded) { callback in
      starts.withLock { $0 += 1 }
      callback(starts.withLock { $0 })
      callback.finish()
      return {}
    }
    #expect(starts.withLock { $0 } == 0)
    #expect(await all(of: sequence) == [1])
    #expect(await all(of: sequence) == [2])
  }

  @Test("loses no element of several threads, and keeps the order of each")
  func threads() async {
    let sequence = CallbackSequence<[Int], Never>(bufferingPolicy: .unbounded) { callback in
      for thread in 0..<8 {
        Thread.detachNewThread { for number in 0..<200 { callback([thread, number]) } }
      }
      return {}
    }
    var seen = Array(repeating: [Int](), count: 8)
    for await element in sequence { seen[element[0]].append(element[1]) }
    #expect(seen == Array(repeating: Array(0..<200), count: 8))
  }

  // MARK: - Fixtures

  private enum Failure: Error { case first, second }

  private func all<Element>(of sequence: CallbackSequence<Element, Never>) async -> [Element] {
    var elements: [Element] = []
    for await element in sequence { elements.append(element) }
    return elements
  }
}
