import RatchetTesting

/// What all features of an office have.
struct Theme: Hashable, Codable, Sendable {
  var size = 1
  var name = "plain"
}

extension SharedKey where Value == Theme {
  static var theme: Self { SharedKey("theme", default: Theme(), in: .memory) }
}

extension SharedKey where Value == Int {
  static var total: Self {
    SharedKey("total", default: 0, in: .memory) { base, mine, theirs in mine + theirs - base }
  }
}

/// A feature with a mirror of the theme at each place where there can be a child.
struct Office: Reducer {
  struct State: Equatable {
    var theme = Theme()
    var seat = Seat.State(id: 0)
    var guest: Seat.State?
    var cabin = Cabin.State.empty
    var rows: IdentifiedArrayOf<Seat.State> = []
    var path: Stack<Seat.State> = []
    /// What the reducer has seen when a change came from outside.
    var seen: [Int] = []

    /// The themes of all features that are present.
    var themes: [Theme] {
      [theme, seat.theme, seat.lamp.theme] + (guest.map { [$0.theme, $0.lamp.theme] } ?? [])
        + (cabin.seat.map { [$0.theme, $0.lamp.theme] } ?? [])
        + rows.flatMap { [$0.theme, $0.lamp.theme] } + path.flatMap { [$0.theme, $0.lamp.theme] }
    }

    var sizes: [Int] { themes.map(\.size) }
  }

  enum Action: Sendable {
    case change(@Sendable (inout State) -> Void)
    case start(@MainActor @Sendable () -> Void)
    case themeChanged
    case seat(Seat.Action)
    case guest(Seat.Action)
    case cabin(Cabin.Action)
    case row(id: Int, Seat.Action)
    case path(StackAction<Seat.State, Seat.Action>)
  }

  var key = SharedKey<Theme>.theme

  var body: some ReducerOf<Self> {
    Scope(state: \.seat, action: Action.seat) { Seat(key: key) }
    Scope(state: \.cabin, action: Action.cabin) {
      EmptyReducer().ifCaseLet(Cabin.State.taken, action: Cabin.Action.seat) { Seat(key: key) }
    }
    Reduce { state, action in
      switch action {
      case .change(let change): change(&state)
      case .start(let operation): return .run { _ in operation() }
      case .themeChanged: state.seen.append(state.theme.size)
      case .seat, .guest, .cabin, .row, .path: break
      }
      return .none
    }
    .shared(\.theme, key, changed: Action.themeChanged)
    .ifLet(\.guest, action: Action.guest) { Seat(key: key) }
    .forEach(\.rows, action: Action.row) { Seat(key: key) }
    .forEach(\.path, action: Action.path) { Seat(key: key) }
  }
}

/// A state that has a seat in one of its cases.
enum Cabin {
  enum State: Equatable {
    case empty
    case taken(Seat.State)

    var seat: Seat.State? {
      if case .taken(let seat) = self { seat } else { nil }
    }
  }

  enum Action: Sendable { case seat(Seat.Action) }
}

/// A child of an office, with a child of its own.
struct Seat: Reducer {
  struct State: Equatable, Identifiable {
    var id = 0
    var theme = Theme(size: 100)
    var lamp = Lamp()

    struct Lamp: Equatable {
      var theme = Theme(size: 200)
    }
  }

  enum Action: Sendable { case enlarge, lamp(Int) }

  var key = SharedKey<Theme>.theme

  var body: some ReducerOf<Self> {
    Scope(state: \.lamp, action: Action.lamp) {
      Reduce<State.Lamp, Int> { state, size in
        state.theme.size = size
        return .none
      }
      .shared(\.theme, key)
    }
    Reduce { state, action in
      if case .enlarge = action { state.theme.size += 1 }
      return .none
    }
    .shared(\.theme, key)
  }
}

typealias OfficeStore = StoreOf<Office>

extension Store<Office.State, Office.Action> {
  convenience init(
    _ state: Office.State = .init(), key: SharedKey<Theme> = .theme,
    storage: SharedStorage = SharedStorage(), clock: TestClock = TestClock(),
    log messages: Messages? = nil
  ) {
    self.init(initialState: state) {
      Office(key: key)
    } withDependencies: {
      $0.sharedStorage = storage
      $0.continuousClock = clock
      if let messages { $0.log = messages.sink }
    }
  }

  @discardableResult
  func change(_ change: @escaping @Sendable (inout Office.State) -> Void) -> StoreTask {
    send(.change(change))
  }
}
