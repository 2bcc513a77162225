import RatchetTesting

@MainActor
@Suite("A test store")
struct TestStoreTests {
  @Test("asserts the state after an action")
  func state() async {
    let store = TestStore(initialState: Steps.State()) { Steps() }
    await store.send(.increment) { $0.count = 1 }
  }

  @Test("receives what an effect sends")
  func receive() async {
    let store = TestStore(initialState: Steps.State()) { Steps() }
    await store.send(.load)
    await store.advance(by: .seconds(1))
    await store.receive(.loaded("fact")) { $0.fact = "fact" }
  }

  @Test("receives a timer's ticks one by one")
  func timer() async {
    let store = TestStore(initialState: Steps.State()) { Steps() }
    let task = await store.send(.startTimer)
    await store.advance(by: .seconds(3))
    await store.receive(.tick) { $0.count = 1 }
    await store.receive(.tick) { $0.count = 2 }
    await store.receive(.tick) { $0.count = 3 }
    await task.cancel()
  }

  @Test("receives by case and payload")
  func cases() async {
    let store = TestStore(initialState: Steps.State()) { Steps() }
    await store.send(.load)
    await store.advance(by: .seconds(1))
    await store.receive(Steps.Action.loaded) { $0.fact = "fact" }
    await store.send(.load)
    await store.advance(by: .seconds(1))
    await store.receive(Steps.Action.loaded, "fact")
    await store.send(.pair)
    await store.receive(Steps.Action.paired)
    await store.send(.pair)
    await store.receive(Steps.Action.paired, 1, "x")
    await store.send(.pair)
    await store.receive(where: { if case .paired = $0 { true } else { false } })
  }

  @Test("shows how the state differs between two steps")
  func expectedState() async {
    let issues = await IssueCollector.issues {
      let store = TestStore(initialState: 1) { EmptyReducer<Int, Int>() }
      store.expect { $0 = 1 }
      store.expect { $0 = 2 }
      store.expect { _ in throw CancellationError() }
    }
    #expect(
      issues == [
        "The state is not what was expected:\n\n  - 2\n  + 1\n\n(- expected, + actual)",
        "The closure with the expected state threw an error: CancellationError()",
      ])
  }

  @Test("shows how a part of the state differs between two steps")
  func expectedPart() async {
    let issues = await IssueCollector.issues {
      let store = TestStore(initialState: Form.State()) { Form() }
      store.expect(\.total, 0)
      store.expect(\.rows.count, 3)
    }
    #expect(issues.count == 1)
    #expect(issues.first?.hasSuffix("\n\n  - 3\n  + 2\n\n(- expected, + actual)") == true)
  }

  @Test("that skips reduces what is in the inbox, not what follows from it")
  func skippedActions() async {
    let store = TestStore(initialState: Form.State()) { Form() }
    await store.send(.startTimer) { $0.log = ["startTimer"] }
    await store.advance(by: .seconds(2))
    await store.skipReceivedActions()
    store.expect(\.total, 1)
    await store.receive(.tick) { $0.total = 2 }
    await store.skipInFlightEffects()
    await store.finish()
  }

  @Test("that skips effects cancels them and drops what they sent")
  func skippedEffects() async {
    let store = TestStore(initialState: Form.State()) { Form() }
    await store.send(.startTimer) { $0.log = ["startTimer"] }
    await store.send(.load) {
      $0.isLoading = true
      $0.log = ["startTimer", "load"]
    }
    await store.skipInFlightEffects()
    #expect(store.inFlight.isEmpty)
    await store.send(.pause) { $0.log.append("pause") }
    await store.finish()
  }

  @Test("skips nothing where there is nothing to skip")
  func nothingToSkip() async {
    let store = TestStore(initialState: Form.State()) { Form() }
    await store.skipReceivedActions()
    await store.skipInFlightEffects()
    await store.finish()
  }
}

// MARK: - Fixtures

private struct Steps: Reducer {
  struct State: Equatable {
    var count = 0
    var fact: String?
  }

  enum Action: Equatable {
    case increment, load, startTimer, tick, pair
    case loaded(String)
    case paired(id: Int, name: String)
  }

  @Dependency(\.continuousClock) var clock

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .increment, .tick:
      state.count += 1
      return .none
    case .load:
      return .run { send in
        try await clock.sleep(for: .seconds(1))
        await send(.loaded("fact"))
      }
    case .loaded(let fact):
      state.fact = fact
      return .none
    case .pair:
      return .run(name: "pair") { send in await send(.paired(id: 1, name: "x")) }
    case .paired: return .none
    case .startTimer:
      return .run(name: "timer") { send in
        while true {
          try await clock.sleep(for: .seconds(1))
          await send(.tick)
        }
      }
    }
  }
}
