import Foundation
import RatchetTesting

@MainActor
@Suite("A step that is about to fail while an effect waits outside")
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

  @Test("waits for a stream that a task feeds")
  func stream() async {
    let store = TestStore(initialState: 0) {
      Outsider {
        let numbers = AsyncStream<Int> { continuation in
          Task {
            for number in 0..<100 {
              await Task.yield()
              continuation.yield(number)
            }
            continuation.finish()
          }
        }
        for await _ in numbers {}
      }
    }
    await store.send(.begin)
    await store.receive(.done) { $0 = 1 }
    await store.finish()
  }

  @Test("waits in real time, when it has waited for all that is on the main queue")
  func receive() async {
    let late = LateTask()
    let store = TestStore(initialState: 0) { Outsider { await late.run() } }
    await store.send(.begin)
    late.comesAfterPasses()
    await store.receive(.done) { $0 = 1 }
    await store.finish()
  }

  @Test("waits although another action has come")
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

  @Test("waits for the end of the effect")
  func finish() async {
    let late = LateTask()
    let store = TestStore(initialState: 0) { Outsider(sends: false) { await late.run() } }
    await store.send(.begin)
    late.comesAfterPasses()
    await store.finish()
  }

  @Test("waits for the end of what followed from one action")
  func task() async {
    let late = LateTask()
    let store = TestStore(initialState: 0) { Outsider(sends: false) { await late.run() } }
    let task = await store.send(.begin)
    late.comesAfterPasses()
    await task.finish()
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

  @Test("says what may be outside, and how long it waited")
  func text() async {
    let late = LateTask()
    let issues = await IssueCollector.issues {
      let store = TestStore(initialState: 0) { Outsider { await late.run() } }
      await store.send(.begin)
      await store.receive(.done)
      await store.send(.sendOther)
      await store.receive(.done)
      await store.skipReceivedActions()
      await store.skipInFlightEffects()
    }
    late.comes()
    let list = """
      In flight:

      - "outsider" (Outsider.swift:1), started by begin: waits for something outside of the test store

      Outside is what is not a part of the effect: another thread, a callback, a stream, or a task that is made \
      with 'Task'. Nothing came of it in 0.25 seconds.

      To fix this, override the dependency that the effect waits for, or await what comes in real time with \
      'store.waiting(upTo:)'.
      """
    #expect(
      issues == [
        "Expected to receive done, but no action was sent. \(list)",
        """
        Expected to receive done, but the unreceived actions are:

        - other, sent by "other" (Outsider.swift:2), started by sendOther

        \(list)
        """,
      ])
  }

  @Test("does not wait for an endless stream of what is of no use")
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
  @Test("is a quarter of a second, if it is used as time passes")
  func slices() {
    var gracePeriod = GracePeriod()
    var now = ContinuousClock.now
    let start = now
    while let end = gracePeriod.end(at: now) { now = end }
    #expect(now - start == .milliseconds(250))
  }

  @Test("is not lost when the main queue was busy for longer than that")
  func busy() {
    var gracePeriod = GracePeriod()
    let late = ContinuousClock.now + .seconds(10)
    _ = gracePeriod.end(at: late - .seconds(10))
    let end = gracePeriod.end(at: late)
    #expect(end == late + .milliseconds(10))
    #expect(gracePeriod.end(at: late + .milliseconds(1)) == end)
  }

  @Test("can be withheld")
  func notGiven() {
    var gracePeriod = GracePeriod(isGranted: false)
    #expect(gracePeriod.end(at: .now) == nil)
  }
}

// MARK: - Fixtures

/// A task that nobody awaits but through its value, and that ends when a thread says so.
@MainActor private final class LateTask {
  private let (ends, end) = AsyncStream<Never>.makeStream()

  func run() async {
    await Task { [ends] in for await _ in ends {} }.value
  }

  func comes() { end.finish() }

  /// Ends the task on the main queue, after more passes through that than a step makes before it
  /// waits in real time.
  func comesAfterPasses() {
    Thread.detachNewThread { [end] in
      for _ in 0..<250 { DispatchQueue.main.sync {} }
      DispatchQueue.main.async { end.finish() }
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
