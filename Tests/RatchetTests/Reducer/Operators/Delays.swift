import RatchetTesting

/// Debounces and throttles effects that note when they began.
struct Delays: Reducer {
  typealias State = [String]

  enum Action: Equatable, Sendable {
    case debounce(String, String)
    /// An effect that begins with a cancel of its own id.
    case debounceCancelling(String, String)
    /// An effect and one after it.
    case debounceThen(String, String, String)
    case throttle(String, String, latest: Bool)
    case cancel(String)
    case did(String, at: Duration)
  }

  var clock: (any Clock<Duration>)?
  /// Effects go on until they are cancelled.
  var isLong = false
  @Dependency(\.continuousClock) var now

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .debounce(let id, let value):
      state.append("\(id)\(value)")
      return effect(value).debounce(id: id, for: .seconds(1), clock: clock)
    case .debounceCancelling(let id, let value):
      state.append("\(id)\(value)")
      return effect(value).cancellable(id: id, cancelInFlight: true)
        .debounce(id: id, for: .seconds(1), clock: clock)
    case .debounceThen(let id, let first, let second):
      state.append("\(id)\(first)")
      return .concatenate(
        effect(first).debounce(id: id, for: .seconds(1), clock: clock), effect(second))
    case .throttle(let id, let value, let latest):
      state.append("\(id)\(value)")
      return effect(value).throttle(id: id, for: .seconds(1), latest: latest, clock: clock)
    case .cancel(let id): return .cancel(id: id)
    case .did(let value, _):
      state.append("did \(value)")
      return .none
    }
  }

  private func effect(_ value: String) -> Effect<Action> {
    .run(name: value) { send in
      let time = ((clock ?? now).now as? TestClock.Instant)?.offset ?? .zero
      await send(.did(value, at: time))
      if isLong { await untilCancelled() }
    }
  }
}

/// Rows that delay effects.
struct DelayRows: Reducer {
  struct Row: Equatable, Identifiable {
    let id: Int
  }

  struct State: Equatable {
    var rows: IdentifiedArrayOf<Row>

    init(count: Int) {
      rows = IdentifiedArray((0..<count).map { Row(id: $0) })
    }
  }

  enum Action: Equatable, Sendable {
    case row(id: Int, action: Delays.Action)
    case remove(Int)
    case add(Int)
  }

  var clock: (any Clock<Duration>)?

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .remove(let id): state.rows.remove(id: id)
      case .add(let id): state.rows.append(Row(id: id))
      case .row: break
      }
      return .none
    }
    .forEach(\.rows, action: Action.row) {
      Reduce { _, action in
        var log: [String] = []
        return Delays(clock: clock).reduce(into: &log, action: action)
      }
    }
  }
}
