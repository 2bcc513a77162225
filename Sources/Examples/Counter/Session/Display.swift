import Console

/// Where the program shows itself: a terminal, or lines of plain text.
@MainActor protocol Display {
  /// How long the display rests between two frames.
  var pause: Duration { get }

  /// Takes over what it draws on.
  mutating func start() throws(SystemError)
  /// Learns what one action changed.
  mutating func note(_ changes: [Change])
  /// Brings what is shown up to date.
  mutating func draw(_ screen: Screen) throws(SystemError)
  /// Gives the terminal back and stops the process.
  mutating func stopProcess()
  /// Takes the terminal back; the next frame is drawn whole.
  mutating func takeOver() throws(SystemError)
  /// Learns that the size has changed.
  mutating func resize()
  /// Gives back what `start()` took. Harmless when there is nothing to give back.
  mutating func restore()
  /// Writes the last line, after `restore()`.
  mutating func finish(count: Int, summary: String) throws(SystemError)
}
