import Observation
import RatchetTesting

// The server and the terminal of `Docs/Ratchet.docc/UserInterface.md`.

extension UserInterfacePage {
  struct Cart: Reducer {
    struct State: Equatable {
      var items: [String] = []
      var total = 0
    }

    enum Action: Equatable { case added(String), priced(Int) }

    @Dependency(PriceClient.self) var prices

    func reduce(
      into state: inout State, action: Action
    ) -> Effect<Action> {
      switch action {
      case .added(let item):
        state.items.append(item)
        return .run(name: "price") { send in
          await send(.priced(try await prices.price(item)))
        }
      case .priced(let price):
        state.total += price
        return .none
      }
    }
  }

  @MainActor final class Carts: Handler {
    private var stores: [String: StoreOf<Cart>] = [:]

    @MainActor func handle(
      _ request: Request
    ) async -> Response {
      let store = stores[request.session] ?? open(request.session)
      await store.send(.added(request.body)).finish()
      return Response(body: "\(store.total)")
    }

    func close(_ session: String) {
      stores[session] = nil  // cancels its effects
    }

    private func open(_ session: String) -> StoreOf<Cart> {
      let store = Store(initialState: Cart.State()) { Cart() }
      stores[session] = store
      return store
    }
  }

  @MainActor final class Screenful {
    private let store: StoreOf<Home>
    private let write: (String) -> Void

    init(_ store: StoreOf<Home>, write: @escaping (String) -> Void) {
      self.store = store
      self.write = write
      draw()
    }

    private func draw() {
      let text = withObservationTracking {
        "\(store.name): \(store.score.points)"
      } onChange: { [weak self] in
        // The store notifies observers on the main actor.
        MainActor.assumeIsolated { self?.draw() }
      }
      write(text)
    }
  }
}

// MARK: - Fixtures

extension UserInterfacePage {
  struct PriceClient: DependencyKey {
    var price: @Sendable (String) async throws -> Int

    static let liveValue = PriceClient { $0.count }
  }

  protocol Handler: Sendable {
    func handle(_ request: Request) async throws -> Response
  }

  struct Request: Sendable {
    let session: String
    let body: String
  }

  struct Response: Sendable {
    let body: String
  }
}
