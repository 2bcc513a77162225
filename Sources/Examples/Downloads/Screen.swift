import Console
import Ratchet

extension Interface where State == Downloads.State, Action == Downloads.Action {
  /// The keys and appearance of the downloads.
  static let downloads = Interface(
    command: { key, _ in Downloads.command(key) }, draw: Downloads.draw,
    changes: Downloads.changes, result: { $0.summary }, quit: .quit)
}

extension Downloads {
  static func command(_ key: Key) -> KeyCommand<Action>? {
    switch key {
    case .arrow(.up), .character("k"): .send(.selectionMoved(by: -1))
    case .arrow(.down), .character("j"): .send(.selectionMoved(by: 1))
    case .character(" "), .character("p"): .send(.toggled)
    case .character("a"): .send(.allToggled)
    case .character("q"): .quit
    default: nil
    }
  }

  /// Draws the rows around the selected one, and a summary.
  static func draw(_ state: State, _ frame: Frame) -> [Line] {
    let keys = Line(("space pause or resume  a all  j down  k up  q quit", .quiet))
    let foot = [Line((state.summary, .plain)), keys]
    let room = max(0, frame.size.rows - foot.count)
    let first = max(0, min(state.selection - room / 2, state.rows.count - room))
    let shown = state.rows.indices.dropFirst(first).prefix(room)
    let rows = shown.map { index in
      line(state.rows[index], isSelected: index == state.selection, frame.size.columns)
    }
    return (rows + foot).suffix(frame.size.rows)
  }

  private static func line(_ row: Download.State, isSelected: Bool, _ columns: Int) -> Line {
    let name = row.source.name.printable
    let width = max(8, min(24, columns / 3))
    let cut = name.columns > width ? name.prefix(columns: width - 1) + "…" : name[...]
    let padding = String(repeating: " ", count: max(0, width - String(cut).columns))
    return Line(
      (isSelected ? "> " : "  ", .value), (cut + padding, isSelected ? .value : .plain),
      (" " + row.progress.bar + " ", .quiet), (row.statement, row.phase.style))
  }

  /// The lines for each new phase and each tenth of a file, without a terminal.
  static func changes(_ old: State, _ new: State) -> [String] {
    new.rows.compactMap { row in
      guard let before = old.rows[id: row.id], before != row else { return nil }
      let isSame = before.phase == row.phase && before.progress.tenths == row.progress.tenths
      return isSame ? nil : "\(row.source.name): \(row.statement)"
    }
  }
}

extension Downloads.State {
  /// The state of all downloads on one line.
  var summary: String {
    if rows.isEmpty { return "nothing to download; see --help" }
    let finished = rows.count { $0.phase == .finished }
    let failed = failureCount == 0 ? "" : ", \(failureCount) failed"
    return "\(finished) of \(rows.count) downloaded\(failed)"
  }

  var failureCount: Int { rows.count { if case .failed = $0.phase { true } else { false } } }
}

extension Download.State {
  /// A description of the phase.
  fileprivate var statement: String {
    switch phase {
    case .waiting: "waiting"
    case .running: progress.text
    case .retrying(let error): "\(progress.text); tried again soon: \(error.message)"
    case .paused: "\(progress.text), paused"
    case .finished: "done, \(progress.received.bytes)"
    case .failed(let error): "error: \(error.message)"
    }
  }
}

extension Download.Phase {
  fileprivate var style: Style {
    switch self {
    case .waiting, .paused: .quiet
    case .running, .retrying: .running
    case .finished: .plain
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
