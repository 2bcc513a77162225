import RatchetTesting

@MainActor @Suite("A dependency that a test changes between two steps")
struct ChangedDependencyTests {
  @Test("may be a part of a client that has no test value")
  func part() async {
    let issues = await failures(of: Loader(), from: 0) { store in
      store.dependencies[Client.self].load = { 7 }
      await store.send(.load)
      await store.receive(.loaded(7)) { $0 = 7 }
      store.dependencies[Client.self].load = { 8 }
      await store.send(.load)
      await store.receive(.loaded(8)) { $0 = 8 }
    }
    #expect(issues.isEmpty)
  }

  @Test("is still reported where it is read and was never set")
  func read() async {
    let issues = await failures(of: Loader(), from: 0) { store in
      store.dependencies.uuid = .incrementing
      await store.send(.load)
      await store.receive(.loaded(1)) { $0 = 1 }
    }
    #expect(issues.count == 1)
    #expect(
      issues.first?.hasPrefix(
        """
        'Client' has no test value: no override is in effect, and the key has no 'testValue'.

        Its live value was used. To fix this, override it in the test store or with \
        'withDependencies', or give 'Client' a 'testValue'.

        (RatchetTestingTests/ChangedDependencyTests.swift:
        """) == true)
  }
}

// MARK: - Fixtures

private struct Client: DependencyKey {
  var load: @Sendable () -> Int
  static let liveValue = Client { 1 }
}

private struct Loader: Reducer {
  enum Action: Equatable { case load, loaded(Int) }

  @Dependency(Client.self) var client

  func reduce(into state: inout Int, action: Action) -> Effect<Action> {
    switch action {
    case .load: return .run { send in await send(.loaded(client.load())) }
    case .loaded(let number):
      state = number
      return .none
    }
  }
}
