import RatchetTesting

// Examples in the documentation of the composition operators; see `DocumentationTests`.

private enum SettingsExample {
  struct Settings: Reducer {
    struct State {}
    enum Action { case saved, other }
    var body: some ReducerOf<Self> { EmptyReducer() }
  }

  struct Parent: Reducer {
    struct State {
      var settings = Settings.State()
      var isEditing = false
    }
    enum Action { case settings(Settings.Action) }

    var body: some ReducerOf<Self> {
      Scope(state: \.settings, action: Action.settings) { Settings() }
      Reduce { state, action in
        switch action {
        case .settings(.saved): state.isEditing = false
        case .settings: break
        }
        return .none
      }
    }
  }
}

private enum DetailExample {
  struct Detail: Reducer {
    struct State {}
    enum Action { case doneButtonTapped }

    @Dependency(\.dismiss) var dismiss

    var body: some Reducer<State, Action> {
      Reduce { state, action in
        switch action {
        case .doneButtonTapped: .run { _ in await dismiss() }
        }
      }
    }
  }

  struct Parent: Reducer {
    struct State {
      var detail: Detail.State?
    }
    enum Action {
      case detailButtonTapped
      case detail(PresentationAction<Detail.Action>)
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        if case .detailButtonTapped = action { state.detail = Detail.State() }
        return .none
      }
      .ifLet(\.detail, action: Action.detail) { Detail() }
    }
  }
}

private enum RowExample {
  struct Row: Reducer {
    struct State: Identifiable { let id: Int }
    enum Action { case deleteButtonTapped }
    var body: some ReducerOf<Self> { EmptyReducer() }
  }

  struct Parent: Reducer {
    struct State { var rows: IdentifiedArrayOf<Row.State> = [] }
    enum Action { case row(id: Int, action: Row.Action) }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        if case .row(let id, .deleteButtonTapped) = action { state.rows.remove(id: id) }
        return .none
      }
      .forEach(\.rows, action: Action.row) { Row() }
    }
  }
}

private enum SearchExample {
  struct Results: Equatable, Sendable {}

  struct SearchClient: DependencyKey {
    var results: @Sendable (String) async -> Results
    func results(for query: String) async -> Results { await results(query) }
    static let liveValue = SearchClient { _ in Results() }
  }

  struct Search: Reducer {
    struct State {
      var query = ""
      var history: [String] = []
    }
    enum Action {
      case queryChanged(String)
      case response(Results)
    }
    enum CancelID { case search }

    @Dependency(SearchClient.self) var search

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .queryChanged(let query):
        state.query = query
        return .run { send in await send(.response(search.results(for: query))) }
          .debounce(id: CancelID.search, for: .milliseconds(300))
      case .response: return .none
      }
    }
  }

  struct History: Reducer {
    typealias State = Search.State
    typealias Action = Search.Action

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        if case .queryChanged(let query) = action { state.query = query }
        return .none
      }
      .onChange(of: \.query) { oldQuery, newQuery in
        Reduce { state, _ in
          state.history.append(oldQuery)
          return .none
        }
      }
    }
  }
}

private enum PositionExample {
  struct Position {
    var x = 0.0
  }

  struct Map: Reducer {
    struct State { var position = Position() }
    enum Action { case moved(Position) }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        if case .moved(let position) = action { state.position = position }
        return .none
      }
      .onChange(of: \.position) {
        abs($0.x - $1.x) < 0.5
      } _: { _, newPosition in
        Reduce { _, _ in .run { _ in await save(newPosition) } }
      }
    }
  }

  static func save(_ position: Position) async {}
}

private enum PlayerExample {
  struct Player: Reducer {
    struct State {}
    enum Action { case play }
    var body: some ReducerOf<Self> { EmptyReducer() }
  }

  struct Parent: Reducer {
    struct State { var preview = Player.State() }
    enum Action { case preview(Player.Action) }

    var body: some ReducerOf<Self> {
      Scope(state: \.preview, action: Action.preview) {
        Player().dependency(\.continuousClock, ImmediateClock())
      }
    }
  }

  static var transformed: some ReducerOf<Player> {
    Player().dependency { values in
      let facts = values.facts
      values.facts.fetch = { number in "Did you know? \(try await facts.fetch(number))" }
    }
  }
}

private enum PresentationExample {
  typealias Detail = DetailExample.Detail

  enum Action {
    case detail(PresentationAction<Detail.Action>)
  }
}

@MainActor private func printChangesExample() {
  let store = Store(initialState: Counter.State()) { Counter().printChanges() }
  store.send(.increment)
}

private func casePaths() {
  enum Action {
    case number(Int)
    case row(id: Int, action: String)
  }

  let number = CasePath(Action.number)
  assert(number.extract(from: .number(1)) == 1)
  assert(number.extract(from: .row(id: 1, action: "tap")) == nil)

  let row = CasePath(Action.row)
  if let (id, action) = row.extract(from: .row(id: 1, action: "tap")) {
    print(id, action)  // 1 tap
  }

  var action = Action.number(1)
  CasePath(Action.number).modify(&action) { $0 += 1 }
  switch action {
  case CasePath(Action.number): print("a number")
  default: print("another action")
  }
}

private func identifiedArrays() {
  struct Row: Identifiable, Equatable {
    let id: Int
    var title = ""
  }

  var rows: IdentifiedArrayOf<Row> = [Row(id: 1), Row(id: 2)]
  rows[id: 2]?.title = "Second"  // in place, nothing is copied
  rows.append(Row(id: 3))
  rows[id: 1] = nil
}
