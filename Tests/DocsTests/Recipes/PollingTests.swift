import RatchetTesting

// The code of `Docs/Ratchet.docc/RecipePolling.md`.

@Suite("The recipe for polling")
struct PollingTests {
  struct DepartureClient: TestDependencyKey {
    var departures: @Sendable () async throws -> [String] = unimplemented(
      "DepartureClient.departures")
    static let testValue = DepartureClient()
  }

  struct Departures: Reducer {
    struct State: Equatable {
      var isVisible = false
      var refreshes = 0
      var departures: [String] = []
      var isOutdated = false
    }

    enum Action: Equatable {
      case visibilityChanged(Bool)
      case refreshTapped
      case loaded([String])
      case failed
    }

    static let interval: Duration = .seconds(10)
    static let retries = RetryPolicy.times(
      .max, backoff: .exponential(from: .seconds(20), upTo: .seconds(120)))

    @Dependency(DepartureClient.self) var client
    @Dependency(\.continuousClock) var clock

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .visibilityChanged(let isVisible): state.isVisible = isVisible
        case .refreshTapped: state.refreshes += 1
        case .loaded(let departures):
          state.departures = departures
          state.isOutdated = false
        case .failed: state.isOutdated = true
        }
        return .none
      }
      .subscription(id: { $0.isVisible ? $0.refreshes : nil }) { _ in
        .run(name: "polling") { send in
          var failures = 0
          while true {
            do {
              await send(.loaded(try await client.departures()))
              failures = 0
            } catch {
              failures += 1
              await send(.failed)
            }
            let delay = Self.retries.delay(beforeRetry: failures) ?? Self.interval
            try await clock.sleep(for: delay)
          }
        }
      }
    }
  }

  @Test @MainActor func asksWhileItIsVisible() async {
    let store = TestStore(initialState: Departures.State()) {
      Departures()
    } withDependencies: {
      $0[DepartureClient.self].departures = { ["Bern 10:02"] }
    }
    await store.advance(by: .seconds(60))
    await store.send(.visibilityChanged(true)) { $0.isVisible = true }
    await store.receive(.loaded(["Bern 10:02"])) { $0.departures = ["Bern 10:02"] }
    await store.advance(by: .seconds(20))
    await store.receive(.loaded(["Bern 10:02"]))
    await store.receive(.loaded(["Bern 10:02"]))
    await store.send(.visibilityChanged(false)) { $0.isVisible = false }
    await store.advance(by: .seconds(60))
  }

  @Test @MainActor func asksLessOftenAfterFailures() async {
    let calls = Calls<Int>()
    let store = TestStore(initialState: Departures.State(isVisible: true)) {
      Departures()
    } withDependencies: {
      $0[DepartureClient.self].departures = {
        calls.append(1)
        if calls.values.count <= 2 { throw Offline() }
        return []
      }
    }
    await store.receive(.failed) { $0.isOutdated = true }
    await store.advance(by: .seconds(20))
    await store.receive(.failed)
    await store.advance(by: .milliseconds(39_999))
    #expect(calls.values.count == 2)
    await store.advance(by: .milliseconds(1))
    await store.receive(.loaded([])) { $0.isOutdated = false }
    await store.advance(by: .seconds(10))
    await store.receive(.loaded([]))
    await store.send(.refreshTapped) { $0.refreshes = 1 }
    await store.receive(.loaded([]))
  }
}
