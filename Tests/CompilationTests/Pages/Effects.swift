import Synchronization

struct SearchClient: DependencyKey {
  var find: @Sendable (String) async throws -> [String]
  static let liveValue = SearchClient { _ in [] }
  static let testValue = SearchClient(find: unimplemented("SearchClient.find"))
}

@Test @MainActor func clearedSearchFindsNothing() async {
  let store = TestStore(initialState: Search.State()) { Search() }
  await store.send(.queryChanged("s")) { $0.query = "s" }
  await store.send(.clearTapped) { $0.query = "" }
  await store.advance(by: .seconds(1))
}

@Test @MainActor func requestIsRetried() async {
  let attempts = Mutex(0)
  let client = SearchClient { _ in
    let attempt = attempts.withLock { attempts in
      attempts += 1
      return attempts
    }
    if attempt < 3 { throw ConnectionLost() }
    return ["found"]
  }
  let store = TestStore(initialState: Search.State()) {
    Reduce<Search.State, Search.Action> { state, action in
      if action == .clearTapped { return load(client) }
      if case .found(let results) = action { state.results = results }
      return .none
    }
  }
  await store.send(.clearTapped)
  await store.advance(by: .seconds(3))
  await store.receive(.found(["found"])) { $0.results = ["found"] }
}
