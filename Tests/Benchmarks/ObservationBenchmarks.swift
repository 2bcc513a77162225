import Observation
import Ratchet

/// Row j of PEERS, and what observing costs otherwise.
@MainActor
enum ObservationBenchmarks {
  static var all: [Benchmark] {
    [
      Benchmark(
        "j", "1,000 scoped stores, each observed, one row changes", baseline: "a", bar: 7_500
      ) {
        rows(1_000, observed: 1_000)
      },
      Benchmark("j-send", "the same action with nothing scoped or observed", baseline: "a") {
        rows(1_000, observed: 0)
      },
      Benchmark("j-one", "one scoped store of 1,000 rows, observed; its row changes", baseline: "a")
      {
        rows(1_000, observed: 1)
      },
      Benchmark("j-none", "an action that changes none of 1,000 observed rows", baseline: "a") {
        unchangedRows(1_000)
      },
      Benchmark("read", "store.count, when nobody tracks", baseline: "reducer", bar: 50) {
        let store = makeStore(items: 10)
        var sum = 0
        return Sampling.ofSynchronous(count: 1_000_000) { sum &+= store.a }
      },
      Benchmark("read-row", "row.n of a scoped store, when nobody tracks", baseline: "reducer") {
        let store = makeSheet(rows: 1_000)
        let row = store.scope(state: \.rows, action: Sheet.Action.row)[500]
        var sum = 0
        return Sampling.ofSynchronous(count: 1_000_000) { sum &+= row.n }
      },
      Benchmark("o1", "10 watched members, none changes, 10 elements in the state", baseline: "a") {
        members(watched: 10, items: 10)
      },
      Benchmark("o2", "the same with 1,000,000 elements", baseline: "a") {
        members(watched: 10, items: 1_000_000)
      },
      Benchmark("o3", "an observer is told and reads again", baseline: "a") {
        let store = makeStore(items: 10)
        let observer = Observer { _ = store.a }
        defer { withExtendedLifetime(observer) {} }
        return Sampling.ofSynchronous(count: 20_000) { store.send(.a) }
      },
    ]
  }

  /// Row j.
  static func rows(_ count: Int, observed: Int) -> Sampling {
    let (store, observers) = observedRows(observed, of: count)
    var id = 0
    let sampling = Sampling.ofSynchronous(count: 2_000) {
      store.send(.row(id: id, action: .increment))
      id = (id + 1) % max(1, observed)
    }
    let told = observers.reduce(0) { $0 + $1.count }
    precondition(told == (observed == 0 ? 0 : 2_000 * 12))
    return sampling
  }

  /// Row j-none.
  static func unchangedRows(_ count: Int) -> Sampling {
    let (store, observers) = observedRows(count, of: count)
    defer { precondition(observers.allSatisfy { $0.count == 0 }) }
    return Sampling.ofSynchronous(count: 5_000) { store.send(.other) }
  }

  private static func observedRows(_ observed: Int, of count: Int) -> (StoreOf<Sheet>, [Observer]) {
    let store = makeSheet(rows: count)
    let rows = store.scope(state: \.rows, action: Sheet.Action.row).prefix(observed)
    return (store, rows.map { row in Observer { _ = row.n } })
  }

  private static func members(watched: Int, items: Int) -> Sampling {
    let store = makeStore(items: items)
    let observer = Observer {
      _ = (store.a, store.b, store.c, store.d, store.e, store.f, store.g, store.h, store.i, store.j)
    }
    defer { precondition(observer.count == 0) }
    return Sampling.ofSynchronous(count: 100_000) { store.send(.other) }
  }

  private static func makeSheet(rows: Int) -> StoreOf<Sheet> {
    Store(initialState: Sheet.State(rows: IdentifiedArray((0..<rows).map { Sheet.Row(id: $0) }))) {
      Sheet()
    }
  }

  private static func makeStore(items: Int) -> StoreOf<Wide> {
    Store(initialState: Wide.State(items: Array(0..<items))) { Wide() }
  }
}

/// Reads again each time it is told.
@MainActor final class Observer {
  private let read: @MainActor () -> Void
  private(set) var count = 0

  init(_ read: @escaping @MainActor () -> Void) {
    self.read = read
    track()
  }

  private func track() {
    withObservationTracking(read) { [weak self] in
      MainActor.assumeIsolated { self?.changed() }
    }
  }

  private func changed() {
    count += 1
    track()
  }
}

private struct Sheet: Reducer {
  struct Row: Identifiable, Equatable {
    let id: Int
    var title = "a title of some length"
    var isDone = false
    var n = 0
  }

  struct State {
    var rows: IdentifiedArrayOf<Row> = []
    var other = 0
  }
  enum RowAction { case increment }
  enum Action { case row(id: Int, action: RowAction), other }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .row(let id, .increment): state.rows[id: id]?.n += 1
    case .other: state.other += 1
    }
    return .none
  }
}

private struct Wide: Reducer {
  struct State {
    var items: [Int]
    var a = 0, b = 0, c = 0, d = 0, e = 0
    var f = "", g = "", h = "", i = "", j = ""
    var other = 0
  }

  enum Action { case a, other }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .a: state.a &+= 1
    case .other:
      state.other &+= 1
      state.items[0] &+= 1
    }
    return .none
  }
}
