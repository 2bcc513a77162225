import Console
import Ratchet

extension Interface where State == Todos.State, Action == Todos.Action {
  /// The keys of the list, and how it is shown on a terminal.
  static let todos = Interface(
    command: Todos.command, draw: Todos.draw,
    changes: { ReplayedChange.lines(from: $0, to: $1) }, result: Screen.summary,
    quit: .keys(.quit),
    resumed: { state in
      var state = state
      state.keys = Keys()
      return state
    }, help: Todos.keyHelp)
}

extension Todos {
  /// The keys, for `?` and for `--help`.
  static let keyHelp = [
    "space   done, or not    a   add             j or down    the next one",
    "Enter   detail          e   edit            k or up      the one before",
    "d       remove          m   move            PgUp, PgDn   ten rows",
    "r       remind          f   filter          Home, End    the first, the last",
    "c       clear all that are completed        q, Ctrl-D    quit",
    ":       a command, as a pipe has them       Ctrl-Z       suspend",
    "detail: t title, n note, s save, Esc cancel",
  ]

  static func command(_ key: Key, _ state: State) -> KeyCommand<Action>? {
    if let line = state.keys?.line { return command(key, typing: line) }
    if let detail = state.detail { return command(key, in: detail) }
    if let rows = key.rowsMoved { return .send(.keys(.selectionMoved(by: rows))) }
    switch key {
    case .character("a"): return type("add ")
    case .character("c"): return .send(.clearCompleted)
    case .character("f"): return .send(.show(state.filter.next))
    case .character(":"): return type("")
    case .character("q"): return .quit
    default: break
    }
    guard let position = state.selectedPosition else { return nil }
    let (number, row) = (position + 1, state.rows[position])
    return switch key {
    case .character(" "): .send(.row(id: row.id, action: .complete(!row.item.isCompleted)))
    case .control("m"), .control("j"): .send(.openDetail(row.id))
    case .character("e"): type("edit \(number) \(row.item.title)")
    case .character("d"), .delete: .send(.remove(row.id))
    case .character("m"): type("move \(number) ")
    case .character("r"): type("remind \(number) ")
    default: nil
    }
  }

  private static func command(_ key: Key, in detail: Detail.State) -> KeyCommand<Action>? {
    switch key {
    case .character("t"): type("title \(detail.draft.title)")
    case .character("n"): type("note \(detail.draft.note)")
    case .character("s"): .send(.detail(.presented(.save)))
    case .escape, .character("q"): .send(.detail(.presented(.cancel)))
    default: nil
    }
  }

  private static func command(_ key: Key, typing line: TextField) -> KeyCommand<Action>? {
    switch key {
    case .control("m"), .control("j"):
      (try? Command.parse(line.text))?.name == .quit ? .quit : .send(.keys(.entered))
    case .escape: .send(.keys(.typed(nil)))
    // A character of the line, and not the help.
    default: line.edited(by: key).map { .send(.keys(.typed($0))) }
    }
  }

  /// Begins a command, which the user completes.
  private static func type(_ text: String) -> KeyCommand<Action> {
    .send(.keys(.typed(TextField(text: text.printable))))
  }

  /// Draws the rows around the selected one, the detail, and what is typed.
  static func draw(_ state: State, _ frame: Frame) -> [Line] {
    let columns = frame.size.columns
    var foot = Line((Screen.summary(of: state), .quiet)).wrapped(columns: columns)
    foot += Screen.detail(of: state).map { Line(($0, .plain)) }
    if let message = state.keys?.message {
      foot += Line((message, .running)).wrapped(columns: columns)
    }
    if let line = state.keys?.line {
      foot.append(Line(spans: [("> ", .quiet)] + line.spans(columns: columns - 2)))
    }
    foot += frame.keys(state.keyHints)
    let positions = state.visiblePositions
    let selection = state.selection(in: positions)
    let room = max(0, frame.size.rows - foot.count)
    let lines = Frame.rows(room, of: positions.count, around: selection).map { index in
      let (position, isSelected) = (positions[index], index == selection && state.keys != nil)
      let row = state.rows[position]
      let style: Style = row.item.isCompleted ? .quiet : isSelected ? .value : .plain
      return Line(
        (isSelected ? "> " : "  ", .value), (Screen.text(of: row, number: position + 1), style),
        (row.item.note.isEmpty ? "" : "  " + row.item.note, .quiet))
    }
    return (lines + foot).suffix(frame.size.rows)
  }
}

extension Todos.State {
  fileprivate var keyHints: [String] {
    if keys?.line != nil { return ["Enter do it", "Esc cancel"] }
    if detail != nil { return ["t title", "n note", "s save", "Esc cancel"] }
    return [
      "space done", "a add", "e edit", "d remove", "Enter detail", "f filter", "? help", "q quit",
    ]
  }
}
