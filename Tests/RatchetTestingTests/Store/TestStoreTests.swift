import RatchetTesting

@MainActor @Suite("A test store")
struct TestStoreTests {
  @Test("receives by case, by case and payload, and by a condition")
  func cases() async {
    let store = TestStore(initialState: "") { Loads() }
    await store.send(.load)
    await store.receive(Loads.Action.loaded) { $0 = "fact" }
    await store.receive(Loads.Action.loaded, "fact")
    await store.receive(Loads.Action.paired)
    await store.receive(Loads.Action.paired, 1, "x")
    await store.receive(where: { if case .paired = $0 { true } else { false } })
  }

  @Test("explains what is in flight")
  func explained() async {
    let store = TestStore(initialState: 0) {
      Reduce<Int, Bool> { _, _ in .run(name: "wait") { _ in try await Task.never() } }
    }
    await store.send(true)
    #expect(store.explain().hasPrefix("1 effect in flight\neffect 1 \"wait\" ("))
    await store.skipInFlightEffects()
  }

  @Test("shows how the state differs between two steps")
  func expectedState() async {
    await expectFailures(
      of: EmptyReducer<Int, Int>(), from: 1,
      "The state is not what was expected:\n\n  - 2\n  + 1\n\n(- expected, + actual)",
      "The closure with the expected state threw an error: CancellationError()"
    ) { store in
      store.expect { $0 = 1 }
      store.expect { $0 = 2 }
      store.expect { _ in throw CancellationError() }
    }
  }

  @Test("shows how a part of the state differs between two steps")
  func expectedPart() async {
    let issues = await failures(of: Form(), from: Form.State()) { store in
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
}

// MARK: - Fixtures

private struct Loads: Reducer {
  enum Action: Equatable {
    case load, loaded(String), paired(id: Int, name: String)
  }

  func reduce(into state: inout String, action: Action) -> Effect<Action> {
    switch action {
    case .load:
      return .run { send in
        for _ in 1...2 { await send(.loaded("fact")) }
        for _ in 1...3 { await send(.paired(id: 1, name: "x")) }
      }
    case .loaded(let fact): state = fact
    case .paired: break
    }
    return .none
  }
}
