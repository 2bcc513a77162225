import Console

/// Everything that the screen shows, drawn as lines by a pure function of it and a size.
struct Screen: Equatable, Sendable {
  var state = LoggedCounter.State()
  var inFlight: [EffectAges.Age] = []

  /// Draws the screen: at most `rows` lines of at most `columns` columns each.
  ///
  /// The log takes `logRows` rows where there is room.
  func lines(size: ScreenSize, logRows: Int, isColoured: Bool) -> [String] {
    layout(rows: size.rows, logRows: logRows).map {
      $0.rendered(columns: size.columns, isColoured: isColoured)
    }
  }
}

extension Screen {
  /// On a low terminal the help goes first, then the log, then the facts from the bottom up.
  private func layout(rows: Int, logRows: Int) -> [Line] {
    let head = [count, fact, timer, effects]
    guard rows > head.count else {
      return rows < 2 ? Array([count].prefix(rows)) : head.prefix(rows - 1) + [Self.keys]
    }
    var foot = [Self.keys]
    if state.counter.isHelpVisible, rows > head.count + Self.help.count {
      foot = [Line()] + Self.help
    }
    let room = min(logRows, rows - head.count - foot.count - 2)
    guard state.counter.isLogVisible, room > 0 else { return head + foot }
    return head + [Line()] + log(rows: room) + [Line()] + foot.filter { $0 != Line() }
  }

  private var count: Line {
    Line(("count: ", .plain), ("\(state.counter.count)", .value))
  }

  private var fact: Line {
    switch state.counter.fact {
    case .idle: Line(("fact: none ", .plain), ("(f asks for one)", .quiet))
    case .loading:
      Line(
        ("fact: ", .plain), ("loading one about \(state.counter.count)", .running),
        (" (c cancels)", .quiet))
    case .text(let text): Line(("fact: ", .plain), (text, .value))
    case .failure(let error): Line(("fact: ", .plain), ("error: \(error.message)", .failure))
    }
  }

  private var timer: Line {
    let text = Change.timer(ticks: state.counter.ticks)
    return Line(("timer: ", .plain), (text, state.counter.ticks == nil ? .plain : .running))
  }

  private var effects: Line {
    let list = inFlight.map { "\($0.name) \($0.seconds) s" }.joined(separator: ", ")
    return Line(("in flight: ", .plain), list.isEmpty ? ("nothing", .plain) : (list, .running))
  }

  /// The newest entries, the last at the bottom, and blank rows, so that the height does not change.
  private func log(rows: Int) -> [Line] {
    let entries = state.log.suffix(rows).map { entry in
      let changes = entry.changes.map { "\($0.field): \($0.before) -> \($0.after)" }
      return Line(
        (entry.source.padded(to: 7) + entry.name.padded(to: 9), .quiet),
        (changes.isEmpty ? "no change" : changes.joined(separator: ", "), .plain))
    }
    return entries + Array(repeating: Line(), count: rows - entries.count)
  }

  private static let keys = Line(
    ("+ up  - down  f fact  c cancel  t timer  r reset  l log  ? help  q quit", .quiet))

  private static let help = [
    "+ or k     up                 t         timer on or off",
    "- or j     down               r         reset",
    "f          a fact             l         show or hide the log",
    "c or Esc   cancel the fact    ?         show or hide this help",
    "Ctrl-Z     suspend            q         quit, as do Ctrl-C and Ctrl-D",
  ].map { Line(($0, .quiet)) }
}

extension String {
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(1, width - count))
  }
}
