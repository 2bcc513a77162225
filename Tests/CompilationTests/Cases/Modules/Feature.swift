// flags:
// flags: -enable-upcoming-feature NonisolatedNonsendingByDefault
// flags: -default-isolation MainActor
// flags: -default-isolation MainActor -enable-upcoming-feature NonisolatedNonsendingByDefault
// flags: -swift-version 5
// flags: -swift-version 5 -strict-concurrency=complete -enable-upcoming-feature InferSendableFromCaptures
// A feature, its store and its test, as a module of a user has them. Marks that only some of these
// modes need do no harm in the others.
import RatchetTesting

struct FactClient: DependencyKey {
  var fetch: @Sendable (Int) async throws -> String
  static let liveValue = FactClient { "\($0) is a number." }
  static let testValue = FactClient(fetch: unimplemented("FactClient.fetch"))
}

nonisolated extension DependencyValues {
  var facts: FactClient {
    get { self[FactClient.self] }
    set { self[FactClient.self] = newValue }
  }
}

struct Facts: Reducer {
  struct State: Equatable {
    var count = 0
    var fact: String?
    var error: String?
  }

  enum Action: Equatable {
    case incremented
    case factTapped
    case cancelTapped
    case found(String)
    case failed(String)
  }

  enum CancelID { case fact }

  @Dependency(\.facts) var facts
  @Dependency(\.continuousClock) var clock

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .incremented:
        state.count += 1
        return .none
      case .factTapped:
        return .run(name: "fact") { [count = state.count] send in
          try await clock.sleep(for: .seconds(1))
          await send(.found(try await facts.fetch(count)))
        } catch: { error, send in
          await send(.failed("\(error)"))
        }
        .cancellable(id: CancelID.fact, cancelInFlight: true)
      case .cancelTapped:
        return .cancel(id: CancelID.fact)
      case .found(let fact):
        state.fact = fact
        return .none
      case .failed(let error):
        state.error = error
        return .none
      }
    }
  }
}

@MainActor final class FactScreen {
  let store = Store(initialState: Facts.State()) { Facts() }

  var title: String { store.fact ?? "\(store.count)" }

  func tapped() async {
    store.send(.incremented)
    await store.send(.factTapped).finish()
  }
}

@Suite("Facts") @MainActor struct FactsTests {
  @Test("are shown") func shown() async {
    let store = TestStore(initialState: Facts.State()) {
      Facts()
    } withDependencies: {
      $0.facts.fetch = { "\($0) is a number." }
    }
    await store.send(.incremented) { $0.count = 1 }
    await store.send(.factTapped)
    await store.advance(by: .seconds(1))
    await store.receive(.found("1 is a number.")) { $0.fact = "1 is a number." }
    await store.send(.factTapped)
    await store.send(.cancelTapped)
    await store.finish()
    #expect(store.state.count == 1)
  }
}
