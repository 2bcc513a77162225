/// The line that is typed on a terminal, with a cursor.
///
/// The terminal delivers each byte, but makes signals of Ctrl-C and Ctrl-Z itself.
struct LineEditor {
  private(set) var field = TextField()
  private let modes: TerminalModes
  private var decoder = KeyDecoder()
  private var keys: ArraySlice<Key> = []
  private var lastInput = ContinuousClock.now

  /// Takes the terminal over, unless it is another job's.
  init(of terminal: Descriptor) throws(SystemError) {
    modes = try TerminalModes(of: terminal)
    try takeOver()
  }

  func takeOver() throws(SystemError) {
    if modes.terminal.isInBackground { return }
    Restoration.arm(output: modes.terminal, modes: modes, text: "", heldErrors: nil)
    try modes.setRaw(keepingSignals: true)
  }

  /// When to call `timeOut()`.
  var deadline: ContinuousClock.Instant? { decoder.timeout.map { lastInput + $0 } }

  mutating func append(_ bytes: [UInt8]) {
    lastInput = .now
    keys += decoder.decode(bytes)
  }

  mutating func timeOut() {
    if let deadline, .now >= deadline { keys += decoder.timeOut() }
  }

  /// Edits the line as far as keys were typed, and shows it; returns what ends it.
  @MainActor mutating func next(show: (TextField) -> Void) -> LineSource.Event? {
    let before = field
    while let key = keys.popFirst() {
      switch key {
      case .control("j"), .control("m"):
        if field != before { show(field) }
        defer { field = TextField() }
        return .line(field.text)
      case .control("d") where field.text.isEmpty: return .endOfInput
      case .control("d"): field = field.edited(by: .delete) ?? field
      default: field = field.edited(by: key, upTo: 4000) ?? field
      }
    }
    if field != before { show(field) }
    return nil
  }
}
