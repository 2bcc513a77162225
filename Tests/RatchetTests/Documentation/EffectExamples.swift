import RatchetTesting

private struct Search: Reducer {
  enum CancelID { case locations }

  struct State {
    var query = ""
    var count = 0
  }

  enum Action {
    case factButtonTapped
    case factResponse(String)
    case searched
    case located
    case streamed
    case loaded(String)
    case loadTapped
    case response([String])
    case failed(String)
    case moved(Int)
    case started
    case received(Int)
    case refresh
  }

  struct Client {
    func results(for query: String) async throws -> [String] { [query] }
  }

  let search = Client()
  let facts = FactSource()
  let locations: @Sendable () -> AsyncStream<Int>
  let values: @Sendable () -> AsyncStream<Int>

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .factButtonTapped:
      return .run { [count = state.count] send in
        await send(.factResponse(facts.fetch(count)))
      }
    case .searched:
      return .run(name: "search") { [query = state.query] send in
        await send(.response(try search.results(for: query)))
      } catch: { error, send in
        await send(.failed("\(error)"))
      }
    case .located:
      return .run { send in
        for await location in locations() { await send(.moved(location)) }
      }
      .cancellable(id: CancelID.locations, cancelInFlight: true)
    case .streamed:
      return
        .run { send in
          await send(.started)
          for await value in values() { await send(.received(value)) }
        }
    case .loadTapped:
      let facts = RemoteFacts()
      return .run { [number = state.count] send in
        let fact = try await withRetries(.times(3), if: { $0 is ConnectionLost }) {
          try await facts.fetch(number)
        }
        await send(.loaded(fact))
      }
    case .loaded, .factResponse, .response, .failed, .moved, .started, .received, .refresh:
      return .none
    }
  }
}

private struct ConnectionLost: Error {}

private struct RemoteFacts {
  func fetch(_ number: Int) async throws -> String {
    if number < 0 { throw ConnectionLost() }
    return "\(number) is a number."
  }
}

private struct FactSource {
  func fetch(_ number: Int) async -> String { "\(number) is a number." }
}

private struct List {
  func refreshable(_ action: @escaping @MainActor @Sendable () async -> Void) {}
}

@MainActor private func refreshable(_ list: List, _ store: StoreOf<Search>) {
  list.refreshable { await store.send(.refresh).finishOrCancel() }
}

@MainActor private func refresh(_ store: StoreOf<Search>) async {
  let task = store.send(.refresh)
  await task.finish()
}
