import Ratchet

/// The counter with a log of its last actions: the source of each, and what it changed.
struct LoggedCounter: Reducer {
  struct State: Codable, Equatable, Sendable {
    var counter = Counter.State()
    /// Oldest first; never more than `limit`.
    var log: [Entry] = []
  }

  enum Action: Codable, Equatable, Sendable {
    case counter(Counter.Action)
  }

  struct Entry: Codable, Equatable, Sendable {
    var source: String
    var name: String
    var changes: [Change] = []
  }

  static let limit = 100

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      guard case .counter(let action) = action else { return .none }
      state.log.append(Entry(source: action.label.source, name: action.label.name))
      state.log.removeFirst(max(0, state.log.count - Self.limit))
      return .none
    }
    Scope(state: \.counter, action: Action.counter) { Counter() }
      .onChange(of: \.counter) { old, new in
        Reduce { state, _ in
          state.log[state.log.count - 1].changes = Change.all(from: old, to: new)
          return .none
        }
      }
  }
}

extension Counter.Action {
  /// The source of the action, a key or a named effect, and the action's name in the log.
  fileprivate var label: (source: String, name: String) {
    switch self {
    case .factAnswered(.success): (Counter.Work.fact.rawValue, "answer")
    case .factAnswered(.failure): (Counter.Work.fact.rawValue, "failure")
    case .timerTicked: (Counter.Work.timer.rawValue, "tick")
    default: ("key", "\(self)")
    }
  }
}

/// A difference between two states, in words.
struct Change: Codable, Equatable, Sendable {
  var field: String
  var before: String
  var after: String

  /// The change on one line, as printed without a terminal.
  var line: String {
    self == Change(field: "help", before: "hidden", after: "shown")
      ? "help: + up, - down, f fact, c cancel, t timer, r reset, u undo, l log, ? help, q quit"
      : "\(field): \(after)"
  }

  /// The differences, with the count last: it should be the last line of the plain output.
  static func all(from old: Counter.State, to new: Counter.State) -> [Change] {
    let fields: [(String, (Counter.State) -> String)] = [
      ("fact", { $0.fact.words }),
      ("timer", { timer(ticks: $0.ticks) }),
      ("log", { $0.isLogVisible ? "shown" : "hidden" }),
      ("help", { $0.isHelpVisible ? "shown" : "hidden" }),
      ("count", { "\($0.count)" }),
    ]
    return fields.compactMap { name, text in
      let change = Change(field: name, before: text(old), after: text(new))
      return change.before == change.after ? nil : change
    }
  }

  static func timer(ticks: Int?) -> String {
    ticks.map { $0 == 1 ? "on, 1 tick" : "on, \($0) ticks" } ?? "off"
  }
}

extension Counter.Fact {
  /// A description of the fact's state.
  var words: String {
    switch self {
    case .idle: "none"
    case .loading: "loading"
    case .cancelled: "cancelled"
    case .text(let text): text
    case .failure(let error): "error: \(error.message)"
    }
  }
}
