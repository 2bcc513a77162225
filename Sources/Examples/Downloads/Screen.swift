import Console
import Ratchet

extension Interface where State == Downloads.State, Action == Downloads.Action {
  /// The keys and appearance of the downloads.
  static let downloads = Interface(
    command: { key, _ in Downloads.command(key) }, draw: Downloads.draw,
    changes: Downloads.changes, result: { $0.summary }, quit: .quit, help: Downloads.keyHelp)
}

extension Downloads {
  /// The keys, for `?` and for `--help`.
  static let keyHelp = [
    "space or p   pause or resume     j or down   the next one",
    "a            all of them         k or up     the one before",
    "PgUp, PgDn   ten rows            Home, End   the first, the last",
    "?            this help           q, Ctrl-D   quit",
    "Ctrl-Z       suspend             Ctrl-C      interrupt; twice: at once",
  ]

  static func command(_ key: Key) -> KeyCommand<Action>? {
    if let rows = key.rowsMoved { return .send(.selectionMoved(by: rows)) }
    return switch key {
    case .character(" "), .character("p"): .send(.toggled)
    case .character("a"): .send(.allToggled)
    case .character("q"): .quit
    default: nil
    }
  }

  /// Draws the rows around the selected one, and a summary.
  static func draw(_ state: State, _ frame: Frame) -> [Line] {
    let columns = frame.size.columns
    let foot =
      Line((state.summary, .plain)).wrapped(columns: columns)
      + frame.keys(
        ["space pause or resume", "a all", "j down", "k up", "? help", "q quit"])
    // What has gone wrong with the selected one, where its row has no room for it.
    let details = state.selectedRow.map { problem(of: $0, columns) } ?? []
    let room = max(0, frame.size.rows - foot.count - details.count)
    let shown = Frame.rows(room, of: state.rows.count, around: state.selection)
    let rows = shown.map { index in
      line(state.rows[index], isSelected: index == state.selection, columns)
    }
    return (rows + details + foot).suffix(frame.size.rows)
  }

  private static func problem(of row: Download.State, _ columns: Int) -> [Line] {
    let fits = line(row, isSelected: true, columns).columns <= columns
    guard let problem = row.problem, row.phase.isRetrying || !fits else { return [] }
    return Line(("  " + problem, .failure)).wrapped(columns: columns)
  }

  private static func line(_ row: Download.State, isSelected: Bool, _ columns: Int) -> Line {
    let name = row.source.name.printable
    let width = max(8, min(24, columns / 3))
    let cut = name.columns > width ? name.prefix(columns: width - 1) + "…" : name[...]
    let padding = String(repeating: " ", count: max(0, width - String(cut).columns))
    // A narrow screen has room for the words only.
    let bar = columns < 60 ? " " : " " + row.progress.bar + " "
    return Line(
      (isSelected ? "> " : "  ", .value), (cut + padding, isSelected ? .value : .plain),
      (bar, row.phase == .running ? .key : .quiet), (row.statement, row.phase.style))
  }

  /// The lines for each new phase and each tenth of a file, without a terminal.
  static func changes(_ old: State, _ new: State) -> [String] {
    new.rows.compactMap { row in
      guard let before = old.rows[id: row.id], before != row else { return nil }
      // The seconds before the next attempt are counted on a screen only.
      let isWaiting = before.phase.isRetrying && row.phase.isRetrying
      let isSame =
        (isWaiting || before.phase == row.phase) && before.progress.tenths == row.progress.tenths
      let reason = row.phase.isRetrying ? row.problem.map { ": \($0)" } ?? "" : ""
      return isSame ? nil : "\(row.source.name): \(row.statement)\(reason)"
    }
  }
}

extension Downloads.State {
  /// The state of all downloads on one line.
  var summary: String {
    if rows.isEmpty { return "nothing to download; see --help" }
    let finished = rows.count { $0.phase == .finished }
    let present = rows.count { $0.phase == .present }
    let stopped = rows.count { $0.phase == .paused }
    let files = rows.count == 1 ? "file" : "files"
    return "\(finished) of \(rows.count) \(files) downloaded"
      + (present == 0 ? "" : ", \(present) already there")
      + (stopped == 0 ? "" : ", \(stopped) stopped")
      + (failureCount == 0 ? "" : ", \(failureCount) failed")
  }

  var failureCount: Int { rows.count { if case .failed = $0.phase { true } else { false } } }
}

extension Download.State {
  /// What has gone wrong, in words.
  fileprivate var problem: String? {
    switch phase {
    case .retrying(let error, _), .failed(let error): error.message
    case .waiting, .running, .paused, .finished, .present: nil
    }
  }

  /// A description of the phase.
  fileprivate var statement: String {
    switch phase {
    case .waiting: "waiting"
    case .running: progress.text + progress.rest
    case .retrying(_, let seconds):
      "\(progress.text), attempt \(interruptions + 1) in \(seconds) s"
    case .paused: "\(progress.text), paused"
    case .finished: "done, \(progress.received.bytes)"
    case .present: "already there, \(progress.received.bytes)"
    case .failed(let error): "error: \(error.message)"
    }
  }
}

extension Download.Phase {
  fileprivate var style: Style {
    switch self {
    case .waiting, .paused: .quiet
    case .running, .retrying: .running
    case .finished, .present: .success
    case .failed: .failure
    }
  }
}

extension Download.Progress {
  /// The fraction of the file received; nil if unknown.
  private var share: Double? {
    total.map { $0 > 0 ? Double(received) / Double($0) : 1 }
  }

  fileprivate var tenths: Int? { share.map { Int($0 * 10) } }

  fileprivate var bar: String {
    let filled = min(10, tenths ?? 0)
    return "[" + String(repeating: "#", count: filled)
      + String(repeating: "-", count: 10 - filled) + "]"
  }

  fileprivate var text: String {
    guard let total, let share else { return received.bytes }
    return "\(Int(share * 100)) % of \(total.bytes)"
  }
}

extension Download.Progress {
  /// The speed, and the time left.
  fileprivate var rest: String {
    let left = secondsLeft.map { $0 < 120 ? ", \($0) s left" : ", \($0 / 60) min left" } ?? ""
    return speed.map { ", \($0.bytes)/s" + left } ?? ""
  }
}

extension Int {
  /// The number as a size in bytes, with three or four digits.
  fileprivate var bytes: String {
    var (value, unit) = (self, "bytes")
    for next in ["kB", "MB", "GB", "TB"] where value >= 10_000 {
      (value, unit) = (value / 1000, next)
    }
    return "\(value) \(unit)"
  }
}
