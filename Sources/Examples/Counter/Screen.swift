import Console

extension Interface where State == LoggedCounter.State, Action == LoggedCounter.Action {
  /// The counter's keys and appearance.
  static let counter = Interface(
    command: { key, _ in command(key) },
    draw: LoggedCounter.draw,
    changes: { Change.all(from: $0.counter, to: $1.counter).map(\.line) },
    result: { "count: \($0.counter.count)" },
    countsEffects: true,
    quit: .counter(.quit),
    resumed: { state in
      var state = state
      // Nothing in the state asks again: the request ended with the store that made it.
      if state.counter.fact == .loading { state.counter.fact = .cancelled }
      return state
    },
    // The end of the input ends what the state declares.
    listeners: [Counter.Work.timer.rawValue])

  private static let keys: [Unicode.Scalar: Counter.Action] = [
    "+": .up, "k": .up, "-": .down, "j": .down, "f": .fact, "c": .cancel, "t": .timer,
    "r": .reset, "l": .log, "?": .help,
  ]

  static func command(_ key: Key) -> KeyCommand<Action>? {
    switch key {
    case .escape: .send(.counter(.cancel))
    case .character("q"): .quit
    case .character("u"): .undo
    case .control("r"): .redo
    case .character(let scalar): keys[scalar].map { .send(.counter($0)) }
    default: nil
    }
  }
}

extension LoggedCounter {
  /// Draws the whole screen to fit the frame's height.
  static func draw(_ state: State, _ frame: Frame) -> [Line] {
    let rows = frame.size.rows
    let head = head(state.counter, frame)
    let undo = frame.step == nil ? [] : ["u undo"]
    let keys = frame.keys(
      ["+ up", "- down", "f fact", "t timer"] + undo
        + ["c cancel", "r reset", "l log", "? help", "q quit"])
    guard rows > head.count else {
      return rows < 2 ? Array(head.prefix(rows)) : head.prefix(rows - 1) + keys
    }
    // On a low terminal the help is dropped first, then the log, then the facts from the bottom up.
    let showsHelp = state.counter.isHelpVisible && rows > head.count + help.count
    let foot = showsHelp ? [Line()] + help : keys
    let logRows = min(frame.area == .inline ? 5 : rows, rows - head.count - foot.count - 2)
    guard state.counter.isLogVisible, logRows > 0 else { return head + foot }
    let log = log(state.log.suffix(logRows), rows: logRows)
    return head + [Line()] + log + (showsHelp ? foot : [Line()] + foot)
  }

  private static func head(_ counter: Counter.State, _ frame: Frame) -> [Line] {
    let effects = frame.inFlight.map { "\($0.name) \($0.seconds) s" }.joined(separator: ", ")
    let timer = Change.timer(ticks: counter.ticks)
    return [Line(("count: ", .quiet), ("\(counter.count)", .value))]
      + fact(counter).wrapped(columns: frame.size.columns) + [
        Line(("timer: ", .quiet), (timer, counter.ticks == nil ? .plain : .running)),
        Line(("in flight: ", .quiet), effects.isEmpty ? ("nothing", .plain) : (effects, .running)),
      ] + (frame.step.map { [step($0)] } ?? [])
  }

  private static func step(_ step: Frame.Step) -> Line {
    let isPast = step.number < step.last
    return Line(
      ("step: ", .quiet), ("\(step.number) of \(step.last)", isPast ? .running : .plain),
      (isPast ? " (u back, Ctrl-R on; any other key goes on from here)" : "", .quiet))
  }

  private static func fact(_ counter: Counter.State) -> Line {
    switch counter.fact {
    case .idle: Line(("fact: ", .quiet), ("none ", .plain), ("(f asks for one)", .quiet))
    case .loading:
      Line(
        ("fact: ", .quiet), ("asked about \(counter.count), waiting", .running),
        (" (c cancels)", .quiet))
    case .cancelled: Line(("fact: ", .quiet), ("cancelled ", .plain), ("(f asks again)", .quiet))
    case .text(let text): Line(("fact: ", .quiet), (text, .success))
    case .failure: Line(("fact: ", .quiet), (counter.fact.words, .failure))
    }
  }

  /// The entries, the last at the bottom, and blank rows, so that the height does not change.
  private static func log(_ entries: ArraySlice<Entry>, rows: Int) -> [Line] {
    let lines = entries.enumerated().map { index, entry in
      let changes = entry.changes.map { "\($0.field): \($0.before) -> \($0.after)" }
      return Line(
        (entry.source.padded(to: 7), entry.source == "key" ? .key : .running),
        (entry.name.padded(to: 9), .quiet),
        (
          changes.isEmpty ? "no change" : changes.joined(separator: ", "),
          index == entries.count - 1 ? .plain : .quiet
        ))
    }
    return lines + Array(repeating: Line(), count: rows - lines.count)
  }

  private static let help = [
    "+ or k     up                 t         timer on or off",
    "- or j     down               r         reset",
    "f          a fact             l         show or hide the log",
    "c or Esc   cancel the fact    ?         show or hide this help",
    "u          undo a step        Ctrl-R    redo it",
    "Ctrl-Z     suspend            q         quit, as do Ctrl-C and Ctrl-D",
  ].map { Line(($0, .quiet)) }
}
