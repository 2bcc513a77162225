/// An output of a program: a terminal, or lines of plain text.
@MainActor protocol Display {
  /// The shortest time between two frames.
  var pause: Duration { get }

  /// Whether the terminal belongs to another job now: it must then be neither changed nor read.
  var isInBackground: Bool { get }

  /// Takes over the output.
  mutating func start() throws(SystemError)
  /// Adds lines that describe a change.
  mutating func append(_ lines: [String])
  /// Updates what is shown.
  mutating func draw(_ content: (ScreenSize, DrawingArea) -> [Line]) throws(SystemError)
  /// Restores the terminal and stops the process with a signal.
  mutating func stopProcess(_ signal: Int32)
  /// Takes the terminal over again; the next frame is drawn whole.
  mutating func takeOver() throws(SystemError)
  /// Handles a change of the size.
  mutating func resize()
  /// Writes a text to standard error; on a terminal, it stays above the next frame.
  mutating func report(_ text: String) throws(SystemError)
  /// Undoes `start()`; harmless if there is nothing to undo.
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

  /// Ends with the result, unless the output already ends with it.
  mutating func finish(result: String, summary: String) throws(SystemError) {
    if last != result.printable { append([result]) }
    if !pending.isEmpty { try output.write(pending) }
  }

  // Nothing was taken over, and the shell stops and continues the program itself.
  let isInBackground = false
  mutating func start() {}
  mutating func stopProcess(_ signal: Int32) {}
  mutating func takeOver() {}
  mutating func resize() {}
  mutating func restore() {}

  mutating func report(_ text: String) {
    // A failure to write this cannot be reported anywhere.
    try? Descriptor.standardError.write(text)
  }
}

/// Draws on a terminal, and restores it.
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
    // Armed first: a signal that arrives in between must find how to undo what follows.
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
    // After a crash signal the terminal is no longer ours; the backtracer writes last.
    guard Restoration.isArmed else { return }
    let lines = Frame(size: size).rendered(content(size, area), isColoured: isColoured)
    let text = painter.paint(lines)
    if !text.isEmpty { try output.write(text) }
  }

  mutating func report(_ text: String) throws(SystemError) {
    // The modes stay as they are: a key that is pressed meanwhile must not be echoed.
    try output.write(ControlText.leave(area))
    heldErrors?.release()
    // A failure to write this cannot be reported anywhere.
    try? Descriptor.standardError.write(text)
    heldErrors?.hold()
    resize()
    try output.write(ControlText.enter(area, columns: size.columns))
  }

  var isInBackground: Bool { modes.terminal.isInBackground }

  mutating func stopProcess(_ signal: Int32) {
    // What another job's terminal shows is not ours to change, nor are its modes.
    if isInBackground {
      Restoration.disarm()
      heldErrors?.release()
    } else {
      Restoration.perform()
    }
    Signals.stopProcess(signal, terminal: modes.terminal)
  }

  mutating func restore() {
    Restoration.perform()
  }

  mutating func finish(result: String, summary: String) throws(SystemError) {
    let result = result.printable
    try output.write(summary.isEmpty ? "\(result)\n" : "\(result)  (\(summary))\n")
  }

  // A frame shows the whole state.
  mutating func append(_ lines: [String]) {}
}
