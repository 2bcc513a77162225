/// Where a program shows itself: a terminal, or lines of plain text.
@MainActor protocol Display {
  /// How long the display rests between two frames.
  var pause: Duration { get }

  /// Takes over what it draws on.
  mutating func start() throws(SystemError)
  /// Adds lines that tell a change.
  mutating func append(_ lines: [String])
  /// Brings what is shown up to date.
  mutating func draw(_ content: (ScreenSize, DrawingArea) -> [Line]) throws(SystemError)
  /// Gives the terminal back and stops the process.
  mutating func stopProcess()
  /// Takes the terminal back; the next frame is drawn whole.
  mutating func takeOver() throws(SystemError)
  /// Learns that the size has changed.
  mutating func resize()
  /// Writes a text to standard error, which on a terminal stays above the next frame.
  mutating func report(_ text: String) throws(SystemError)
  /// Gives back what `start()` took. Harmless when there is nothing to give back.
  mutating func restore()
  /// Writes the last line, after `restore()`.
  mutating func finish(result: String, summary: String) throws(SystemError)
}

/// Shows changes as lines of text, for pipes and files.
struct PlainDisplay: Display {
  let pause: Duration = .zero

  private let output: Descriptor
  private var last = ""
  private var pending = ""

  init(output: Descriptor) {
    self.output = output
  }

  mutating func append(_ lines: [String]) {
    for line in lines {
      last = line.printable
      pending += last + "\n"
    }
  }

  mutating func draw(_ content: (ScreenSize, DrawingArea) -> [Line]) throws(SystemError) {
    defer { pending = "" }
    if !pending.isEmpty { try output.write(pending) }
  }

  /// Ends with the result, unless the output ends with it already.
  mutating func finish(result: String, summary: String) throws(SystemError) {
    if last != result { append([result]) }
    if !pending.isEmpty { try output.write(pending) }
  }

  // Nothing was taken, and the shell stops and continues the program without our doing.
  mutating func start() {}
  mutating func stopProcess() {}
  mutating func takeOver() {}
  mutating func resize() {}
  mutating func restore() {}

  mutating func report(_ text: String) {
    // There is nowhere to tell that this failed.
    try? Descriptor.standardError.write(text)
  }
}

/// Draws on a terminal, and gives it back as it was found.
struct TerminalDisplay: Display {
  /// At most 60 frames a second.
  let pause: Duration = .seconds(1) / 60

  private let modes: TerminalModes
  private let output: Descriptor
  private let area: DrawingArea
  private let isColoured: Bool
  private var painter: Painter
  private var size: ScreenSize
  private var heldErrors: HeldErrors?

  init(
    input: Descriptor, output: Descriptor, area: DrawingArea, isColoured: Bool
  ) throws(SystemError) {
    modes = try TerminalModes(of: input)
    self.output = output
    self.area = area
    self.isColoured = isColoured
    painter = Painter(area: area)
    size = ScreenSize(of: output)
  }

  mutating func start() throws(SystemError) {
    if let heldErrors { heldErrors.hold() } else { heldErrors = HeldErrors() }
    let again = Restoration.isArmed
    // Armed first: a signal that comes in between must find how to undo what is about to be done.
    Restoration.arm(
      output: output, modes: modes, text: ControlText.leave(area), heldErrors: heldErrors)
    try modes.setRaw()
    resize()
    try output.write(ControlText.enter(area, columns: size.columns, again: again))
  }

  mutating func takeOver() throws(SystemError) {
    Signals.resume()
    try start()
  }

  mutating func resize() {
    size = ScreenSize(of: output)
    painter.invalidate()
  }

  mutating func draw(_ content: (ScreenSize, DrawingArea) -> [Line]) throws(SystemError) {
    // After a crash signal the terminal is no longer ours, and the last word is the backtracer's.
    guard Restoration.isArmed else { return }
    let lines = Frame(size: size).rendered(content(size, area), isColoured: isColoured)
    let text = painter.paint(lines)
    if !text.isEmpty { try output.write(text) }
  }

  mutating func report(_ text: String) throws(SystemError) {
    Restoration.perform()
    // There is nowhere to tell that this failed.
    try? Descriptor.standardError.write(text)
    try start()
  }

  mutating func stopProcess() {
    Restoration.perform()
    Signals.stopProcess(terminal: modes.terminal)
  }

  mutating func restore() {
    Restoration.perform()
  }

  mutating func finish(result: String, summary: String) throws(SystemError) {
    try output.write("\(result)  (\(summary))\n")
  }

  // A frame shows the state as a whole.
  mutating func append(_ lines: [String]) {}
}
