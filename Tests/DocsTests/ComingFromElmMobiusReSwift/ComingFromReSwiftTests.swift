import Observation
import RatchetTesting

// The code of `Docs/Ratchet.docc/ComingFromElmMobiusReSwift.md`, and what its tables name.

@Suite("The page for those who come from ReSwift")
struct ComingFromReSwiftTests {
  struct Session: Reducer {
    struct State: Equatable { var user: String? }
    enum Action: Equatable { case loggedIn(String), loggedOut }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .loggedIn(let user): state.user = user
      case .loggedOut: state.user = nil
      }
      return .none
    }
  }

  struct Shop: Reducer {
    struct State: Equatable {
      var session = Session.State()
      var items: [String] = []
      var number: Int?
    }

    enum Action: Equatable {
      case session(Session.Action)
      case itemTapped(String)
      case orderTapped
      case ordered(Int)
    }

    @Dependency(OrderClient.self) var orders

    var body: some ReducerOf<Self> {
      Scope(state: \.session, action: Action.session) { Session() }
      Reduce { state, action in
        switch action {
        case .session(.loggedOut): state.items = []
        case .session(.loggedIn): break
        case .itemTapped(let item): state.items.append(item)
        case .orderTapped: return order(state.items)
        case .ordered(let number): state.number = number
        }
        return .none
      }
    }

    private func order(_ items: [String]) -> Effect<Action> {
      .run(name: "order") { send in
        await send(.ordered(try await orders.order(items)))
      }
    }
  }

  @MainActor func observe(_ store: StoreOf<Shop>, show: @escaping @MainActor ([String]) -> Void) {
    withObservationTracking {
      show(store.items)
    } onChange: {
      MainActor.assumeIsolated { observe(store, show: show) }
    }
  }

  @Test @MainActor func ordersTea() async {
    let store = TestStore(initialState: Shop.State()) {
      Shop()
    } withDependencies: {
      $0[OrderClient.self].order = { $0.count }
    }
    await store.send(.itemTapped("Tea")) { $0.items = ["Tea"] }
    await store.send(.orderTapped)
    await store.receive(.ordered(1)) { $0.number = 1 }
    await store.send(.session(.loggedOut)) { $0.items = [] }
  }

  @Test("shows an observer that is told of one part")
  @MainActor func observer() {
    let store = Store(initialState: Shop.State()) { Shop() }
    var shown: [[String]] = []
    observe(store) { shown.append($0) }
    store.send(.itemTapped("Tea"))
    store.send(.session(.loggedIn("Blob")))
    #expect(shown == [[], ["Tea"]])
    #expect(store.items == ["Tea"])
  }

  @Test("names the middleware that prints")
  @MainActor func printing() {
    var printed = ""
    let store = Store(initialState: Shop.State()) {
      Shop().printChanges(to: { printed += $0 })
    }
    store.send(.itemTapped("Tea"))
    #expect(printed.contains("Tea"))
    _ = Shop().printChanges()
  }
}

// MARK: - Fixtures

struct OrderClient: DependencyKey {
  var order: @Sendable ([String]) async throws -> Int

  static let liveValue = OrderClient { _ in 0 }
}
