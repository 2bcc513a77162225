import Dispatch
import RatchetTesting

@Suite("The end of a test")
struct EndOfTestTests {
  @Test("is seen when the store is released off the main actor")
  @MainActor func offTheMainActor() async {
    let issues = await IssueCollector.issues {
      await Self.leaveNothing()
      await Self.leaveEffectInFlight()
    }
    #expect(issues.count == 1)
    #expect(issues.first?.hasPrefix("The test ended too early. In flight:") == true)
  }

  @Test("is reported although the main actor is blocked by who waits for the release")
  @MainActor func blockedMainActor() async {
    let (issues, warnings) = await IssueCollector.all {
      let held = await Self.effectInFlight()
      TestLimits.$current.withValue(.changed { $0.mainActorTime = .milliseconds(20) }) {
        Self.release(held)
      }
      // What comes later is reported in a task that is next on the main actor.
      await MainActor.runQueue()
    }
    #expect(issues.count == 1)
    #expect(issues.first?.hasPrefix("The test ended too early. In flight:") == true)
    #expect(
      warnings == [
        """
        The test store that was created here was released on another thread, which waited 0.02 \
        seconds for the main actor to report what is left. The main actor was busy or blocked for \
        that time, the limit 'mainActorTime'.

        The report follows as soon as the main actor is free. If the main actor was blocked by \
        waiting for that thread, as with 'DispatchQueue.sync' or a semaphore, the two were \
        deadlocked. To fix this, release the store on the main actor, or await the thread instead \
        of blocking.
        """
      ])
  }

  @Test("comes after what a subscription does because of the last step of the test")
  @MainActor func lastStep() async {
    let (numbers, number) = AsyncStream.makeStream(of: Int.self)
    let feature = Reduce<Int, Int> { state, action in
      state = action
      return .none
    }
    .subscription(while: { _ in true }) {
      .run { send in for await number in numbers { await send(number) } }
    }
    let issues = await failures(of: feature, from: 0) { store in
      await store.send(1) { $0 = 1 }
      number.yield(2)
    }
    #expect(issues.count == 1)
    #expect(issues.first?.contains("Actions were sent and not received:\n\n- 2") == true)
  }

  @Test("comes after a task that nobody awaits has sent, which is reported")
  @MainActor func lateSend() async {
    let issues = await IssueCollector.issues {
      let store = TestStore(initialState: [String]()) {
        Reduce<[String], String> { state, action in
          state.append(action)
          guard action == "begin" else { return .none }
          return .run(name: "begin") { send in Task { @MainActor in await send("late") } }
        }
      }
      await store.send("begin") { $0 = ["begin"] }
      await store.finish()
    }
    #expect(issues.count == 1)
    #expect(issues.first?.contains("sent an action after it had ended: late") == true)
  }

  @MainActor private static func effectInFlight() async -> Locked<TestStoreOf<Script>?> {
    let store = TestStore(initialState: Script.State()) { Script() }
    await store.send(.run([.outside]))
    return Locked(store)
  }

  /// Blocks the main actor until another thread has released what is held.
  @MainActor private static func release(_ held: Locked<TestStoreOf<Script>?>) {
    let isReleased = DispatchSemaphore(value: 0)
    Task { @concurrent in
      _ = held.withLock { $0.take() }
      isReleased.signal()
    }
    isReleased.wait()
  }

  @concurrent private static func leaveEffectInFlight() async {
    let store = await TestStore(initialState: Script.State()) { Script() }
    await store.send(.run([.outside]))
  }

  @concurrent private static func leaveNothing() async {
    let store = await TestStore(initialState: Script.State()) { Script() }
    await store.send(.got("a")) { $0.log = ["a"] }
  }
}
