import AsyncAlgorithms
import Foundation
import RatchetTesting

@Suite("async-algorithms, in an effect of a test store,")
@MainActor struct AsyncAlgorithmsTests {
  @Test("has operators that work as they are", arguments: Operator.plain)
  func plain(_ row: Operator) async {
    await row.check(nil)
  }

  @Test("has operators with tasks of their own, which need 'waiting'", arguments: Operator.waiting)
  func waiting(_ row: Operator) async {
    await row.check(.seconds(60))
  }

  @Test("are the rows of the table in the guide")
  func table() throws {
    let guide = try String(contentsOf: Self.guide, encoding: .utf8)
    let rows = guide.matches(of: /\n\| `(\w+)` \| (as it is|with)/).map { "\($0.1) \($0.2)" }
    #expect(
      rows == Operator.plain.map { "\($0.testDescription) as it is" }
        + Operator.waiting.map { "\($0.testDescription) with" })
  }

  private static let guide = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../../Docs/Ratchet.docc/CallbacksAndPublishers.md").standardized
}

// MARK: - Fixtures

/// An operator, and how an effect that iterates its result is tested.
struct Operator: Sendable, CustomTestStringConvertible {
  let testDescription: String
  /// Receives the elements; waits for them up to the limit, if there is one.
  let check: @MainActor @Sendable (_ limit: Duration?) async -> Void

  init<Elements: AsyncSequence>(
    _ name: String, _ expected: [Int],
    _ elements: @escaping @MainActor @Sendable () -> Elements
  ) where Elements.Element == Int {
    testDescription = name
    check = { limit in
      let store = TestStore(initialState: 0) {
        Reduce<Int, Int> { _, action in
          action == 0 ? .sequence(elements, action: { $0 }) : .none
        }
      }
      func steps() async {
        await store.send(0)
        for element in expected { await store.receive(element) }
        await store.finish()
      }
      if let limit { await store.waiting(upTo: limit, steps) } else { await steps() }
    }
  }

  static let plain = [
    Operator("chain", [1, 2, 3]) { chain([1].async, [2, 3].async) },
    Operator("joined", [1, 2, 3]) { [[1].async, [2, 3].async].async.joined() },
    Operator("removeDuplicates", [1, 2]) { [1, 1, 2].async.removeDuplicates() },
    Operator("compacted", [1, 2]) { [1, nil, 2].async.compacted() },
    Operator("adjacentPairs", [3, 5]) { [1, 2, 3].async.adjacentPairs().map { $0 + $1 } },
    Operator("reductions", [1, 3]) { [1, 2].async.reductions { $0 + $1 } },
    Operator("chunks", [3, 3]) { [1, 2, 3].async.chunks(ofCount: 2).map { $0.reduce(0, +) } },
    Operator("interspersed", [1, 9, 2]) { [1, 2].async.interspersed(with: 9) },
  ]

  static let waiting = [
    Operator("merge", [1]) { merge([1].async, [Int]().async) },
    Operator("zip", [3]) { zip([1].async, [2].async).map { $0 + $1 } },
    Operator("combineLatest", [3]) { combineLatest([1].async, [2].async).map { $0 + $1 } },
    Operator("buffer", [1, 2]) { [1, 2].async.buffer(policy: .unbounded) },
    Operator("debounce", [2]) { [1, 2].async.debounce(for: .milliseconds(500)) },
    Operator("throttle", [1]) { [1].async._throttle(for: .milliseconds(1)) },
    Operator("share", [1]) { [1].async.share() },
    Operator("flatMapLatest", [1]) { [1].async.flatMapLatest { [$0].async } },
    Operator("AsyncTimerSequence", [1]) {
      AsyncTimerSequence(interval: .milliseconds(1), clock: .continuous).prefix(1).map { _ in 1 }
    },
  ]
}
