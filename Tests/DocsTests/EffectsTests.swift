import RatchetTesting

// The code of `Docs/Ratchet.docc/Effects.md`.

@Suite("The page of effects")
struct EffectsTests {
  struct Search: Reducer {
    struct State: Equatable {
      var query = ""
      var results: [String] = []
      var hasFailed = false
    }

    enum Action: Equatable {
      case queryChanged(String)
      case clearTapped
      case found([String])
      case failed
    }

    enum CancelID { case search }

    @Dependency(SearchClient.self) var client

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .queryChanged(let query):
        state.query = query
        return .run(name: "search") { send in
          await send(.found(try await client.find(query)))
        } catch: { _, send in
          await send(.failed)
        }
        .debounce(id: CancelID.search, for: .milliseconds(300))
      case .clearTapped:
        state = State()
        return .cancel(id: CancelID.search)
      case .found(let results): state.results = results
      case .failed: state.hasFailed = true
      }
      return .none
    }
  }

  @Test @MainActor func onlyTheLastQueryIsSearched() async {
    let store = TestStore(initialState: Search.State()) {
      Search()
    } withDependencies: {
      $0[SearchClient.self].find = { [$0] }
    }
    await store.send(.queryChanged("s")) { $0.query = "s" }
    await store.advance(by: .milliseconds(200))
    await store.send(.queryChanged("sw")) { $0.query = "sw" }
    await store.advance(by: .milliseconds(300))
    await store.receive(.found(["sw"])) { $0.results = ["sw"] }
  }

  struct ConnectionLost: Error {}

  func load(_ client: SearchClient) -> Effect<Search.Action> {
    .run(name: "load") { send in
      let results = try await withRetries(
        .times(3, backoff: .exponential(from: .seconds(1), upTo: .seconds(10))),
        if: { $0 is ConnectionLost }
      ) {
        try await client.find("")
      }
      await send(.found(results))
    }
  }

  @Test("shows that a cleared search finds nothing")
  @MainActor func cleared() async {
    let store = TestStore(initialState: Search.State()) { Search() }
    await store.send(.queryChanged("s")) { $0.query = "s" }
    await store.send(.clearTapped) { $0.query = "" }
    await store.advance(by: .seconds(1))
    await store.finish()
  }

  @Test("shows a failure that becomes an action")
  @MainActor func failed() async {
    let store = TestStore(initialState: Search.State()) {
      Search()
    } withDependencies: {
      $0[SearchClient.self].find = { _ in throw Refused() }
    }
    await store.send(.queryChanged("s")) { $0.query = "s" }
    await store.advance(by: .milliseconds(300))
    await store.receive(.failed) { $0.hasFailed = true }
  }

  @Test("shows a request that is retried")
  @MainActor func retried() async {
    let attempts = Attempts()
    let client = SearchClient { _ in
      if await attempts.next() < 3 { throw ConnectionLost() }
      return ["found"]
    }
    let store = Store(initialState: Search.State()) {
      Reduce<Search.State, Search.Action> { state, action in
        if action == .clearTapped { return load(client) }
        if case .found(let results) = action { state.results = results }
        return .none
      }
    } withDependencies: {
      $0.continuousClock = ImmediateClock()
    }
    await store.send(.clearTapped).finish()
    #expect(store.results == ["found"])
  }
}

// MARK: - Fixtures

private struct Refused: Error {}

private actor Attempts {
  private var count = 0

  func next() -> Int {
    count += 1
    return count
  }
}

struct SearchClient: DependencyKey {
  var find: @Sendable (String) async throws -> [String]

  static let liveValue = SearchClient { _ in [] }
  static let testValue = SearchClient(find: unimplemented("SearchClient.find"))
}
