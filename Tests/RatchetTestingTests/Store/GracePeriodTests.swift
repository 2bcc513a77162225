import RatchetTesting
import TestSupport

@MainActor @Suite("A step that is about to fail while an effect waits outside")
struct GracePeriodTests {
  @Test("waits for a task that the operation makes and awaits", arguments: [1, 10, 100])
  func unstructuredTask(yields: Int) async {
    for _ in 0..<20 {
      let store = TestStore(initialState: 0) {
        Outsider { await Task { for _ in 0..<yields { await Task.yield() } }.value }
      }
      await store.send(.begin)
      await store.receive(.done) { $0 = 1 }
      await store.finish()
    }
  }

  @Test("waits in real time, past the main queue, although another action has come")
  func pastOthers() async {
    let late = LateTask()
    let store = TestStore(initialState: 0) { Outsider { await late.run() } }
    await store.send(.begin)
    await store.send(.sendOther)
    late.comesAfterPasses()
    await store.receive(.done) { $0 = 1 }
    await store.receive(.other)
    await store.finish()
  }

  @Test(
    "waits for the end of the effect, or of what followed from one action",
    arguments: [true, false])
  func finish(whole: Bool) async {
    let late = LateTask()
    let store = TestStore(initialState: 0) { Outsider(sends: false) { await late.run() } }
    let task = await store.send(.begin)
    late.comesAfterPasses()
    if whole { await store.finish() } else { await task.finish() }
  }

  @Test("waits if not all has to be asserted, and reduces what comes before")
  func notExhaustive() async {
    let late = LateTask()
    let store = TestStore(initialState: 0) { Outsider { await late.run() } }
    store.exhaustivity = .off
    await store.send(.begin)
    await store.send(.sendOther)
    late.comesAfterPasses()
    await store.receive(.done)
    await store.finish()
    store.expect { $0 = 1 }
  }

  @Test("does not wait for an endless stream of what is of no use", .enabled(if: Deep.isFull))
  func endless() async {
    let issues = await IssueCollector.issues {
      let store = TestStore(initialState: 0) {
        Outsider {
          let (numbers, continuation) = AsyncStream<Int>.makeStream()
          let feeder = Task {
            while !Task.isCancelled {
              continuation.yield(1)
              await Task.yield()
            }
          }
          for await _ in numbers {}
          feeder.cancel()
        }
      }
      await store.send(.begin)
      await store.receive(.done)
      await store.skipInFlightEffects()
    }
    #expect(issues.count == 1)
  }
}

@Suite("The grace period of a step")
struct GracePeriodSliceTests {
  @Test("is not lost when the main queue was busy for longer than that")
  func busy() {
    var gracePeriod = GracePeriod(.current)
    let late = ContinuousClock.now + .seconds(10)
    _ = gracePeriod.end(at: late - .seconds(10))
    let end = gracePeriod.end(at: late)
    #expect(end == late + .milliseconds(10))
    #expect(gracePeriod.end(at: late + .milliseconds(1)) == end)
  }
}

// MARK: - Fixtures

/// A task that nobody awaits but through its value, and that ends when a test says so.
@MainActor private final class LateTask {
  private let (ends, end) = AsyncStream<Never>.makeStream()

  func run() async {
    await Task { [ends] in for await _ in ends {} }.value
  }

  func comes() { end.finish() }

  /// Ends the task on the main queue, after more passes through that than a step makes before it
  /// waits in real time.
  func comesAfterPasses() {
    Task { [end] in
      for _ in 0..<250 { await MainActor.runQueue() }
      end.finish()
    }
  }
}

private struct Outsider: Reducer {
  enum Action { case begin, done, sendOther, other }

  var sends = true
  let work: @MainActor @Sendable () async -> Void

  func reduce(into state: inout Int, action: Action) -> Effect<Action> {
    switch action {
    case .begin:
      return .run(
        name: "outsider",
        operation: { [sends, work] send in
          await work()
          if sends { await send(.done) }
        }, fileID: "Outsider.swift", line: 1)
    case .done:
      state = 1
      return .none
    case .sendOther:
      return .run(
        name: "other",
        operation: { send in
          await hop()
          await send(.other)
        }, fileID: "Outsider.swift", line: 2)
    case .other: return .none
    }
  }
}

@concurrent private func hop() async {
  await Task.yield()
}
