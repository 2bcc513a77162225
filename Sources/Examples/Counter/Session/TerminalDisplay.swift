import Console

/// Draws on a terminal, and gives it back as it was found.
struct TerminalDisplay: Display {
  /// At most 60 frames a second.
  let pause: Duration = .seconds(1) / 60

  private let modes: TerminalModes
  private let output: Output
  private let place: Painter.Place
  private let isColoured: Bool
  private var painter: Painter
  private var size: ScreenSize
  private var heldErrors: HeldErrors?

  init(input: Int32, output: Output, place: Painter.Place, isColoured: Bool) throws(SystemError) {
    modes = try TerminalModes(of: input)
    self.output = output
    self.place = place
    self.isColoured = isColoured
    painter = Painter(place: place)
    size = TerminalModes.size(of: output.descriptor)
  }

  mutating func start() throws(SystemError) {
    if let heldErrors { heldErrors.hold() } else { heldErrors = HeldErrors() }
    let again = Restoration.isArmed
    // Armed first: a signal that comes in between must find how to undo what is about to be done.
    Restoration.arm(
      output: output.descriptor, modes: modes, text: ControlText.leave(place),
      heldErrors: heldErrors)
    try modes.setRaw()
    resize()
    try output.write(ControlText.enter(place, columns: size.columns, again: again))
  }

  mutating func takeOver() throws(SystemError) {
    Signals.resume()
    try start()
  }

  mutating func resize() {
    size = TerminalModes.size(of: output.descriptor)
    painter.invalidate()
  }

  mutating func draw(_ screen: Screen) throws(SystemError) {
    // After a crash signal the terminal is no longer ours, and the last word is the backtracer's.
    guard Restoration.isArmed else { return }
    let logRows = place == .inline ? 5 : size.rows
    let lines = screen.lines(size: size, logRows: logRows, isColoured: isColoured)
    let text = painter.paint(lines)
    if !text.isEmpty { try output.write(text) }
  }

  mutating func stopProcess() {
    Restoration.perform()
    Signals.stopProcess(terminal: modes.descriptor)
  }

  mutating func restore() {
    Restoration.perform()
  }

  mutating func finish(count: Int, summary: String) throws(SystemError) {
    try output.write("count: \(count)  (\(summary))\n")
  }

  // A frame shows the state as a whole, and the log in it tells the changes.
  mutating func note(_ changes: [Change]) {}
}
