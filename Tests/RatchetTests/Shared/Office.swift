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

/// A feature that keeps the theme, with a child that reads and changes it at each place where there
/// can be one.
struct Office: Reducer {
  struct State: Equatable {
    var theme = Theme()
    var seat = Seat.State()
    var guest: Seat.State?
    var rows: IdentifiedArrayOf<Seat.State> = []
    var path: Stack<Seat.State> = []
    /// What the reducer has seen when a change came from outside.
    var seen: [Int] = []

    /// With all features that there can be.
    static var full: Self {
      var state = Self()
      state.guest = Seat.State(id: 5)
      state.rows = [Seat.State(id: 1), Seat.State(id: 2)]
      state.path.push(Seat.State(id: 3))
      return state
    }
  }

  enum Action: Sendable {
    case change(@Sendable (inout State) -> Void)
    case start(@MainActor @Sendable () -> Void)
    case themeChanged
    case seat(Seat.Action)
    case guest(Seat.Action)
    case row(id: Int, Seat.Action)
    case path(StackAction<Seat.State, Seat.Action>)
  }

  var key = SharedKey<Theme>.theme

  var body: some ReducerOf<Self> {
    Scope(state: \.seat, action: Action.seat) { Seat(key: key) }
    Reduce { state, action in
      switch action {
      case .change(let change): change(&state)
      case .start(let operation): return .run { _ in operation() }
      case .themeChanged: state.seen.append(state.theme.size)
      case .guest(.leave): state.guest = nil
      case .seat, .guest, .row, .path: break
      }
      return .none
    }
    .ifLet(\.guest, action: Action.guest) { Seat(key: key) }
    .forEach(\.rows, action: Action.row) { Seat(key: key) }
    .forEach(stack: \.path, action: Action.path) { Seat(key: key) }
    .kept(\.theme, in: key, changed: .themeChanged)
  }
}

/// A child of an office, which has no theme of its own.
struct Seat: Reducer {
  struct State: Equatable, Identifiable {
    var id = 0
    /// The size of the theme when it was read last.
    var seen: Int?
  }

  enum Action: Sendable {
    case look
    case enlarge
    case lamp(Int)
    /// Changes the theme in the action that removes the seat.
    case leave
  }

  @SharedReader var theme: Theme
  let key: SharedKey<Theme>

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .look: state.seen = theme.size
    case .enlarge: return .change(key) { $0.size += 1 }
    case .lamp(let size): return .change(key) { $0.size = size }
    case .leave: return .change(key) { $0.name = "left" }
    }
    return .none
  }
}

extension Seat {
  init(key: SharedKey<Theme> = .theme) {
    self.init(theme: SharedReader(key), key: key)
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
