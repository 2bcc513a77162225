import Console

extension Interface where State == LoggedCounter.State, Action == LoggedCounter.Action {
  /// The counter's keys and appearance.
  static let counter = Interface(
    command: { key, _ in command(key) },
    draw: LoggedCounter.draw,
    changes: { Change.all(from: $0.counter, to: $1.counter).map(\.line) },
    result: { "count: \($0.counter.count)" },
    quit: .counter(.quit))

  private static let keys: [Unicode.Scalar: Counter.Action] = [
    "+": .up, "k": .up, "-": .down, "j": .down, "f": .fact, "c": .cancel, "t": .timer,
    "r": .reset, "l": .log, "?": .help,
  ]

  static func command(_ key: Key) -> KeyCommand<Action>? {
    switch key {
    case .escape: .send(.counter(.cancel))
    case .character("q"): .quit
    case .character(let scalar): keys[scalar].map { .send(.counter($0)) }
    default: nil
    }
  }
}

extension LoggedCounter {
  /// Draws the whole screen to fit the frame's height.
  static func draw(_ state: State, _ frame: Frame) -> [Line] {
    let head = head(state.counter, frame)
    let rows = frame.size.rows
    guard rows > head.count else {
      return rows < 2 ? Array(head.prefix(rows)) : head.prefix(rows - 1) + [keys]
    }
    // On a low terminal the help is dropped first, then the log, then the facts from the bottom up.
    let showsHelp = state.counter.isHelpVisible && rows > head.count + help.count
    let foot = showsHelp ? [Line()] + help : [keys]
    let logRows = min(frame.area == .inline ? 5 : rows, rows - head.count - foot.count - 2)
    guard state.counter.isLogVisible, logRows > 0 else { return head + foot }
    let log = log(state.log.suffix(logRows), rows: logRows)
    return head + [Line()] + log + (showsHelp ? foot : [Line()] + foot)
  }

  private static func head(_ counter: Counter.State, _ frame: Frame) -> [Line] {
    let effects = frame.inFlight.map { "\($0.name) \($0.seconds) s" }.joined(separator: ", ")
    let timer = Change.timer(ticks: counter.ticks)
    return [
      Line(("count: ", .plain), ("\(counter.count)", .value)),
      fact(counter),
      Line(("timer: ", .plain), (timer, counter.ticks == nil ? .plain : .running)),
      Line(("in flight: ", .plain), effects.isEmpty ? ("nothing", .plain) : (effects, .running)),
    ]
  }

  private static func fact(_ counter: Counter.State) -> Line {
    switch counter.fact {
    case .idle: Line(("fact: none ", .plain), ("(f asks for one)", .quiet))
    case .loading:
      Line(
        ("fact: ", .plain), ("loading one about \(counter.count)", .running),
        (" (c cancels)", .quiet))
    case .text(let text): Line(("fact: ", .plain), (text, .value))
    case .failure: Line(("fact: ", .plain), (counter.fact.words, .failure))
    }
  }

  /// The entries, the last at the bottom, and blank rows, so that the height does not change.
  private static func log(_ entries: ArraySlice<Entry>, rows: Int) -> [Line] {
    let lines = entries.map { entry in
      let changes = entry.changes.map { "\($0.field): \($0.before) -> \($0.after)" }
      return Line(
        (entry.source.padded(to: 7) + entry.name.padded(to: 9), .quiet),
        (changes.isEmpty ? "no change" : changes.joined(separator: ", "), .plain))
    }
    return lines + Array(repeating: Line(), count: rows - lines.count)
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
