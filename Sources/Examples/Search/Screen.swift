import Console
import Foundation

extension Interface where State == Search.State, Action == Search.Action {
  /// The keys and appearance of the search.
  static let search = Interface(
    command: Search.command, draw: Search.draw, changes: Search.changes,
    result: { $0.summary }, quit: .quit,
    resumed: { state in
      var state = state
      // Nothing in the state asks again: the search ended with the store that began it.
      if state.results == .searching { state.results = .none }
      return state
    }, help: Search.keyHelp)
}

extension Search {
  /// The keys, for `?` and for `--help`.
  static let keyHelp = [
    "Enter        search now           Backspace   delete a character",
    "Ctrl-U, Esc  clear                Ctrl-W      delete a word",
    "Left, Right  move the cursor      Home, End   to the start, to the end",
    "?            first: this help     Ctrl-C      interrupt; twice: at once",
    "Ctrl-Z       suspend              Ctrl-D      quit",
  ]

  static func command(_ key: Key, _ state: State) -> KeyCommand<Action>? {
    switch key {
    case .escape: .send(.queryChanged(""))
    case .character("?") where state.query.text.isEmpty: .help
    case .control("m"), .control("j"): .send(.submitted)
    default: state.query.edited(by: key).map { .send(.queryChanged($0)) }
    }
  }

  /// Draws the whole screen to fit the frame's height.
  static func draw(_ state: State, _ frame: Frame) -> [Line] {
    let (columns, prompt) = (frame.size.columns, "search: ")
    let query = state.query.spans(columns: columns - prompt.columns)
    let head =
      [Line(spans: [(prompt, .quiet)] + query)]
      + Line((state.summary, state.results.style)).wrapped(columns: columns)
    let keys = frame.keys(["Enter search now", "Ctrl-U clear", "? help", "Ctrl-D quit"])
    // A constant number of rows, so that the keys do not move while hits come and go.
    let height = min(frame.size.rows, frame.area == .inline ? 13 : frame.size.rows)
    let rows = height - head.count - keys.count
    guard rows >= 0 else { return Array(head.prefix(frame.size.rows)) }
    let isOld = state.results == .searching
    let hits = (isOld ? state.oldHits : state.results.hits).prefix(rows).map { hit in
      Line(
        ("  " + hit.title, isOld ? .quiet : .value), ("  " + hit.detail, isOld ? .quiet : .plain))
    }
    return head + hits + Array(repeating: Line(), count: rows - hits.count) + keys
  }

  /// The lines for new results, or for none, without a terminal.
  static func changes(_ old: State, _ new: State) -> [String] {
    guard new.results != old.results else { return [] }
    return switch new.results {
    case .none, .searching: []
    case .found, .failure:
      new.results.hits.map { "\($0.title)  \($0.detail)" } + [new.summary]
    }
  }
}

extension Search.State {
  /// A description of the results on one line.
  var summary: String {
    switch results {
    case .none: "nothing to search for"
    case .searching: "searching for '\(terms)'"
    case .found(let hits): "\(hits.count) \(hits.count == 1 ? "result" : "results") for '\(terms)'"
    case .failure(let error): "error: \(error.message)"
    }
  }
}

extension Search.Results {
  fileprivate var hits: [Hit] { if case .found(let hits) = self { hits } else { [] } }

  fileprivate var style: Style {
    switch self {
    case .none, .found: .plain
    case .searching: .running
    case .failure: .failure
    }
  }
}

extension String {
  /// The text without surrounding whitespace.
  var trimmed: String { trimmingCharacters(in: .whitespacesAndNewlines) }
}
