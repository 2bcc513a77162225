import Foundation

@testable import RatchetTesting

@MainActor @Suite("The real-time window")
struct WaitingTests {
  @Test("lets in what another thread resumes, as soon as it does")
  func arrival() async {
    let thread = ControlledThread()
    let store = TestStore(initialState: "") { Answers(thread: thread) }
    await store.send(.ask)
    await store.waiting(upTo: .seconds(60)) {
      thread.answer("yes")
      await store.receive(.answered("yes")) { $0 = "yes" }
    }
    await store.finish()
  }

  @Test("is open for a thousand years if its limit means for ever: a clock would trap")
  func forever() {
    let window = RealTimeWindow(limit: .seconds(Int64.max), inside: nil)
    #expect(window.closes < .now + .seconds(1 << 40))
  }

  @Test("is shut outside: what has come is held back")
  func held() async {
    let thread = ControlledThread()
    await expectFailures(
      of: Answers(thread: thread), from: "",
      """
      Expected to receive answered("yes"), but no action was sent. In flight:

      - "ask" (Answers.swift:1), started by ask: waits for something outside of the test store, \
      which has arrived but is being held

      An effect was resumed from another thread and is being held. A resumption that arrives \
      before the effect suspends cannot be held, so this test is flaky.

      To fix this, override the dependency that the effect waits for, or wait in real time with \
      'store.waiting(upTo:)'.
      """
    ) { store in
      await store.send(.ask)
      // Shut again behind its body.
      await store.waiting(upTo: .seconds(60)) {}
      thread.answer("yes")
      thread.isDone()
      await store.receive(.answered("yes")) { $0 = "yes" }
      await store.waiting(upTo: .seconds(60)) {
        await store.receive(.answered("yes")) { $0 = "yes" }
      }
      await store.finish()
    }
  }

  @Test("lets in the sleep of an actor that has a thread of its own")
  func actorThatSleeps() async {
    let actor = Sleeping()
    let store = TestStore(initialState: false) { Sleeps(actor: actor) }
    await store.send(.sleep)
    actor.queue.sync {}
    await store.settle()
    #expect(store.clock.sleeperCount == 0)
    await store.waiting(upTo: .seconds(60)) {
      await store.settle()
      #expect(store.clock.sleeperCount == 1)
      await store.advance(by: .seconds(1))
      await store.receive(.slept) { $0 = true }
    }
    await store.finish()
  }

  @Test("waits for effects to end, or for what follows from an action", arguments: [true, false])
  func ends(whole: Bool) async {
    let thread = ControlledThread()
    let store = TestStore(initialState: "") { Answers(thread: thread) }
    let task = await store.send(.listen)
    await store.waiting(upTo: .seconds(60)) {
      thread.answer("over")
      if whole { await store.finish() } else { await task.finish() }
    }
  }

  @Test("goes on past other actions until the expected one comes")
  func others() async {
    let thread = ControlledThread()
    let store = TestStore(initialState: "") { Answers(thread: thread) }
    await store.send(.note)
    await store.send(.ask)
    await store.waiting(upTo: .seconds(60)) {
      thread.answer("yes")
      await store.receive(.answered("yes")) { $0 = "yes" }
    }
    await store.receive(.noted)
    await store.finish()
  }

  @Test("fails when nothing comes, and says how long was waited")
  func limit() async {
    let issues = await failures(of: Answers(thread: ControlledThread()), from: "") { store in
      let task = await store.send(.ask)
      await store.waiting(upTo: .milliseconds(2)) {
        await store.receive(.answered("yes"))
      }
      await task.cancel()
    }
    #expect(issues.count == 1)
    #expect(
      issues.first?.hasSuffix(
        """
        'store.waiting(upTo:)'.

        Waited 0.002 seconds for something outside of the test store, all that 'waiting(upTo:)' \
        allows.
        """) == true)
  }

  @Test("says in other failures how long was waited so far")
  func failureInside() async {
    let issues = await failures(of: Answers(thread: ControlledThread()), from: "") { store in
      await store.waiting(upTo: .seconds(60)) { await store.send(.answered("yes")) }
    }
    #expect(issues.count == 1)
    #expect(
      issues.first?.hasSuffix("of 60.0 seconds for something outside of the test store.") == true)
  }

  @Test("does not outlast the test that is cancelled")
  func cancellation() async {
    let issues = await failures(of: Answers(thread: ControlledThread()), from: "") { store in
      let asked = await store.send(.ask)
      let test = Task {
        await store.waiting(upTo: .seconds(3_600)) { await store.receive(.answered("yes")) }
      }
      test.cancel()
      await test.value
      await asked.cancel()
    }
    #expect(issues.count == 1)
  }
}

// MARK: - Fixtures

/// A thread of its own that gives one answer, when the test tells it to.
private final class ControlledThread: Sendable {
  private let command = DispatchSemaphore(value: 0)
  private let done = DispatchSemaphore(value: 0)
  private let text = Locked("")

  func answer(_ text: String) {
    self.text.withLock { $0 = text }
    command.signal()
  }

  /// Returns when the thread has given its answer.
  func isDone() { done.wait() }

  /// Waits for the answer; empty if the task is cancelled before.
  func ask() async -> String {
    let asker = Locked<CheckedContinuation<String, Never>?>(nil)
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        asker.withLock { $0 = continuation }
        Thread.detachNewThread { [self] in
          command.wait()
          asker.withLock { $0.take() }?.resume(returning: text.withLock { $0 })
          done.signal()
        }
      }
    } onCancel: {
      asker.withLock { $0.take() }?.resume(returning: "")
      command.signal()
    }
  }
}

private struct Answers: Reducer {
  enum Action: Equatable { case ask, listen, note, noted, answered(String) }

  let thread: ControlledThread

  func reduce(into state: inout String, action: Action) -> Effect<Action> {
    switch action {
    case .ask:
      return .run(
        name: "ask", operation: { [thread] send in await send(.answered(thread.ask())) },
        fileID: "Answers.swift", line: 1)
    case .listen: return .run { [thread] _ in _ = await thread.ask() }
    case .note:
      return .run { send in
        await hop()
        await send(.noted)
      }
    case .noted: return .none
    case .answered(let text):
      state = text
      return .none
    }
  }
}

@concurrent private func hop() async {
  await Task.yield()
}

private final class SerialQueue: SerialExecutor {
  let queue = DispatchQueue(label: "Sleeping")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    // Safe: each job is run once, and none at the same time as another.
    queue.async { unsafe job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}

private actor Sleeping {
  private let executor = SerialQueue()

  nonisolated var queue: DispatchQueue { executor.queue }

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    // Safe: the actor owns the executor.
    unsafe executor.asUnownedSerialExecutor()
  }

  func sleep(on clock: TestClock) async throws {
    try await clock.sleep(until: clock.now.advanced(by: .seconds(1)))
  }
}

private struct Sleeps: Reducer {
  enum Action: Equatable { case sleep, slept }

  let actor: Sleeping
  @Dependency(\.continuousClock) var clock

  func reduce(into state: inout Bool, action: Action) -> Effect<Action> {
    switch action {
    case .sleep:
      return .run { [actor] send in
        guard let clock = clock as? TestClock else { return }
        try await actor.sleep(on: clock)
        await send(.slept)
      }
    case .slept:
      state = true
      return .none
    }
  }
}
