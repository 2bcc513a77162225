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
    case .factResponse, .response, .failed, .moved, .started, .received, .refresh:
      return .none
    }
  }
}

private struct FactSource {
  func fetch(_ number: Int) async -> String { "\(number) is a number." }
}

@MainActor private func refresh(_ store: StoreOf<Search>) async {
  let task = store.send(.refresh)
  await task.finish()
}
