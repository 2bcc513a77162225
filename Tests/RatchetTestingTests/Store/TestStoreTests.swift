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
