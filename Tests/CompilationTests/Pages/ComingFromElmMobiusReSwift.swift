import Observation

struct MailClient: DependencyKey {
  var load: @Sendable () async throws -> [String]
  var arrivals: @Sendable () -> AsyncStream<String> = { AsyncStream { _ in } }
  static let liveValue = MailClient { [] }
}

// What the last column of the tables names, in use.

@Test(.dependencies { $0[MailClient.self].load = { ["Hello"] } })
@MainActor func stores() async {
  let store = Store(initialState: Inbox.State()) {
    Inbox()
      .printChanges()
  }
  await store.send(.opened).finish()
  for await mails in store.states(of: \.mails) {
    #expect(mails == ["Hello"])
    break
  }
  #expect(await store.drain(within: .seconds(1)).isEmpty)
  store.send(.opened)
}

struct Dice: Reducer {
  struct State: Equatable {
    var face = 1
    var isRolling = false
  }

  enum Action: Equatable { case toggled, ticked }

  @Dependency(\.continuousClock) var clock
  @Dependency(\.randomNumberGenerator) var random

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .toggled: state.isRolling.toggle()
      case .ticked: state.face = random { Int.random(in: 1...6, using: &$0) }
      }
      return .none
    }
    .subscription(while: \.isRolling) {
      .run(name: "roll") { send in
        for await _ in clock.timer(interval: .seconds(1)) { await send(.ticked) }
      }
    }
  }
}

struct Table: Reducer {
  struct State: Equatable {
    var dice = Dice.State()
    var sum = 0
  }

  enum Action: Equatable { case dice(Dice.Action), opened, rolled(Int) }

  let numbers: @Sendable () -> AsyncStream<Int>

  var body: some ReducerOf<Self> {
    Scope(state: \.dice, action: Action.dice) { Dice() }
    Reduce { state, action in
      switch action {
      case .opened:
        return .merge(
          Effect<Dice.Action>.send(.toggled).map(Action.dice),
          .sequence({ numbers() }, action: Action.rolled),
          .run { send in
            try await Task.sleep(for: .zero)
            await send(.rolled(1))
          } catch: { _, send in
            await send(.rolled(0))
          })
      case .rolled(let number): state.sum += number
      case .dice: break
      }
      return .none
    }
  }
}

@Test(.dependencies { $0.continuousClock = TestClock() }) @MainActor func dice() async {
  let store = Store(initialState: Table.State()) { Table { AsyncStream { $0.finish() } } }
  store.sender.send(.rolled(1))
  await store.send(.opened).finish()
  #expect(store.sum == 2 && store.dice.isRolling)
  show(Store(initialState: Dice.State()) { Dice() })
}

@MainActor func show(_ store: StoreOf<Dice>) {
  #expect(store.face == 1)
}

struct Session: Reducer {
  struct State: Equatable { var user: String? }
  enum Action: Equatable { case loggedIn(String) }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    if case .loggedIn(let user) = action { state.user = user }
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
    case ordered(Int)
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.session, action: Action.session) { Session() }
    Reduce { state, action in
      guard case .itemTapped(let item) = action else { return .none }
      state.items.append(item)
      return order()
    }
  }

  private func order() -> Effect<Action> {
    .run(name: "order") { send in
      await send(.ordered(1))
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

@Test @MainActor func onePartIsObserved() {
  let store = Store(initialState: Shop.State()) { Shop() }
  var shown: [[String]] = []
  observe(store) { shown.append($0) }
  store.send(.itemTapped("Tea"))
  store.send(.session(.loggedIn("Blob")))
  #expect(shown == [[], ["Tea"]])
}
