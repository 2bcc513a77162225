import Ratchet

/// What `forEach` adds to the action of one row, with and without effects in flight.
@MainActor
enum RowBenchmarks {
  static var all: [Benchmark] {
    [
      Benchmark("c3", "forEach, 1,000 rows, one row's action", baseline: "reducer", bar: 75) {
        forEach(rows: 1_000)
      },
      Benchmark("c5", "forEach, 100,000 rows, one row's action", baseline: "reducer", bar: 75) {
        forEach(rows: 100_000)
      },
      Benchmark("c-live", "c3 with an effect of each row in flight", baseline: "reducer", bar: 300)
      {
        live(rows: 1_000)
      },
      Benchmark(
        "c-live-deep", "1,000 optional children, 3 levels deep, each with an effect in flight",
        baseline: "reducer", bar: 1_000
      ) {
        let store = Store(initialState: Sheets.State(count: 1_000)) { Sheets() }
        for id in 0..<1_000 { store.send(Sheets.detail(of: id, .hold)) }
        return Sampling.ofSynchronous(count: 2_000) { store.send(Sheets.detail(of: 500, .tap)) }
      },
    ]
  }

  /// Rows c3 and c5.
  static func forEach(rows: Int) -> Sampling {
    let store = Store(initialState: List.State(count: rows)) { List() }
    return Sampling.ofSynchronous(count: 200_000) {
      store.send(.row(id: rows / 2, action: .tap))
    }
  }

  /// Row c-live.
  static func live(rows: Int) -> Sampling {
    let store = Store(initialState: List.State(count: rows)) { List() }
    for id in 0..<rows { store.send(.row(id: id, action: .hold)) }
    return Sampling.ofSynchronous(count: 2_000) { store.send(.row(id: rows / 2, action: .tap)) }
  }
}

// MARK: - Fixtures

/// The feature of rows c3, c5, c-live and x1M.
struct List: Reducer {
  struct Row: Reducer {
    struct State: Identifiable {
      let id: Int
      var n = 0
    }

    enum Action { case tap, hold }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .tap:
        state.n += 1
        return .none
      case .hold: return .run { _ in await forever() }
      }
    }
  }

  struct State {
    var rows: IdentifiedArrayOf<Row.State>
    init(count: Int) { rows = IdentifiedArray((0..<count).map { Row.State(id: $0) }) }
  }

  enum Action {
    case row(id: Int, action: Row.Action)
    case add(id: Int)
    case remove(id: Int)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .row: break
      case .add(let id): state.rows.append(Row.State(id: id))
      case .remove(let id): state.rows.remove(id: id)
      }
      return .none
    }
    .forEach(\.rows, action: Action.row) { Row() }
  }
}

/// Rows, each with an optional sheet, each of which has an optional detail.
private struct Sheets: Reducer {
  struct State {
    var rows: IdentifiedArrayOf<SheetRow.State>
    init(count: Int) { rows = IdentifiedArray((0..<count).map { SheetRow.State(id: $0) }) }
  }

  enum Action { case row(id: Int, action: SheetRow.Action) }

  var body: some ReducerOf<Self> {
    Reduce { _, _ in .none }
      .forEach(\.rows, action: Action.row) { SheetRow() }
  }

  static func detail(of id: Int, _ action: List.Row.Action) -> Action {
    .row(id: id, action: .sheet(.detail(action)))
  }
}

private struct SheetRow: Reducer {
  struct State: Identifiable {
    let id: Int
    var sheet: Sheet.State? = Sheet.State()
  }

  enum Action { case sheet(Sheet.Action), other }

  var body: some ReducerOf<Self> {
    Reduce { _, _ in .none }
      .ifLet(\.sheet, action: Action.sheet) { Sheet() }
  }
}

private struct Sheet: Reducer {
  struct State { var detail: List.Row.State? = List.Row.State(id: 0) }
  enum Action { case detail(List.Row.Action), other }

  var body: some ReducerOf<Self> {
    Reduce { _, _ in .none }
      .ifLet(\.detail, action: Action.detail) { List.Row() }
  }
}
