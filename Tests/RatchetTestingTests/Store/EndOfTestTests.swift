import Dispatch
import RatchetTesting

@Suite("The end of a test")
struct EndOfTestTests {
  @Test("is seen when the store is released off the main actor")
  @MainActor func offTheMainActor() async {
    let issues = await IssueCollector.issues {
      await Self.leaveEffectInFlight()
    }
    #expect(issues.count == 1)
    #expect(issues.first?.hasPrefix("The test ended too early. In flight:") == true)
  }

  @Test("is no failure when nothing is left, wherever the store is released")
  @MainActor func clean() async {
    let issues = await IssueCollector.issues {
      await Self.leaveNothing()
    }
    #expect(issues.isEmpty)
  }

  @Test("is reported although the main actor is blocked by who waits for the release")
  @MainActor func blockedMainActor() async {
    let (issues, warnings) = await IssueCollector.all {
      let held = await Self.effectInFlight()
      MainActorCall.$timeoutInMilliseconds.withValue(20) { Self.release(held) }
      // What comes later is reported in a task that is next on the main actor.
      await MainActor.round()
    }
    #expect(issues.count == 1)
    #expect(issues.first?.hasPrefix("The test ended too early. In flight:") == true)
    #expect(
      warnings == [
        """
        The test store that was made here was released on another thread, which waited 20 ms for the \
        main actor, to report what is left. The main actor was busy or blocked.

        It is reported as soon as the main actor is free. If the main actor was blocked until that thread was done, as by \
        'DispatchQueue.sync' or a semaphore, neither could go on. To fix this, release the store on the main actor, or \
        let the main actor await the thread instead of blocking.
        """
      ])
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

@MainActor
@Suite("Time in a test store")
struct TimeTests {
  @Test("that is pending passes when the action that held it up is dropped")
  func pending() async {
    let store = TestStore(initialState: Script.State()) { Script() }
    await store.send(.run([.sleep(1), .send("dropped")]))
    await store.send(.mergeWithoutID([.sleep(2), .send("kept")], []))
    await store.advance(by: .seconds(3))
    await store.send(.cancel)
    await store.receive(.got("kept")) { $0.log = ["kept"] }
    await store.finish()
  }

  @Test("never goes back")
  func negative() async {
    let issues = await IssueCollector.issues {
      let store = TestStore(initialState: Script.State()) { Script() }
      await store.advance(by: .seconds(-5))
    }
    #expect(issues == ["Time cannot be advanced by -5.0 seconds: it never goes back."])
  }
}

@MainActor
@Suite("A case that is received")
struct ReceiveCaseTests {
  @Test("may have one value, a labelled one, several, or a tuple")
  func shapes() async {
    let store = TestStore(initialState: 0) {
      Reduce<Int, Shape> { _, action in
        guard case .begin = action else { return .none }
        return .concatenate(
          .send(.one(1)), .send(.labelled(id: 2)), .send(.several(3, name: "c")),
          .send(.tuple((4, "d"))))
      }
    }
    await store.send(.begin)
    await store.receive(Shape.one)
    await store.receive(Shape.labelled)
    await store.receive(Shape.several, 3, "c")
    await store.receive(Shape.tuple)
  }

  @Test("is not another case with the same values")
  func otherCase() async {
    let issues = await IssueCollector.issues {
      let store = TestStore(initialState: 0) {
        Reduce<Int, Shape> { _, action in
          if case .begin = action { .send(.one(1)) } else { .none }
        }
      }
      await store.send(.begin)
      await store.receive(Shape.labelled)
      await store.receive(Shape.one, 2)
      await store.receive(Shape.one, 1)
    }
    #expect(issues.count == 2)
  }
}

// MARK: - Fixtures

private enum Shape {
  case begin
  case one(Int)
  case labelled(id: Int)
  case several(Int, name: String)
  case tuple((Int, String))
}
