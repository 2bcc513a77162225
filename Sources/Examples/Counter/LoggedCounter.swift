import Ratchet

/// The counter and a log of its last actions: where each came from and what it changed.
struct LoggedCounter: Reducer {
  struct State: Equatable, Sendable {
    var counter = Counter.State()
    /// The oldest first; never more than `limit`.
    var log: [Entry] = []
  }

  struct Entry: Equatable, Sendable {
    var source: String
    var name: String
    var changes: [Change]
  }

  static let limit = 100

  private let counter = Counter()

  func reduce(into state: inout State, action: Counter.Action) -> Effect<Counter.Action> {
    let before = state.counter
    let effect = counter.reduce(into: &state.counter, action: action)
    state.log.append(
      Entry(
        source: action.source,
        name: action.name,
        changes: Change.all(from: before, to: state.counter)
      )
    )
    state.log.removeFirst(max(0, state.log.count - Self.limit))
    return effect
  }
}

extension Counter.Action {
  /// Who sent the action: a key, or an effect by its name.
  var source: String {
    switch self {
    case .up, .down, .fact, .cancel, .timer, .reset, .log, .help, .quit: "key"
    case .factAnswered: Counter.Work.fact.rawValue
    case .timerTicked: Counter.Work.timer.rawValue
    }
  }

  var name: String {
    switch self {
    case .factAnswered(.success): "answer"
    case .factAnswered(.failure): "failure"
    case .timerTicked: "tick"
    default: "\(self)"
    }
  }
}
