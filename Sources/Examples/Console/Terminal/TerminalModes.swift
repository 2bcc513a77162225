/// The size of a terminal.
package struct ScreenSize: Equatable, Sendable {
  package var columns: Int
  package var rows: Int

  package init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
  }

  /// The size of a terminal, or the traditional one if it is unknown.
  init(of terminal: Descriptor) {
    var size = winsize()
    let isKnown = unsafe ioctl(terminal.number, UInt(TIOCGWINSZ), &size) == 0
    guard isKnown, size.ws_col > 0, size.ws_row > 0 else {
      self.init(columns: 80, rows: 24)
      return
    }
    self.init(columns: Int(size.ws_col), rows: Int(size.ws_row))
  }
}

/// The modes of a terminal.
package struct TerminalModes: Sendable {
  package let terminal: Descriptor
  /// The original modes, which are restored exactly.
  package let original: termios

  package init(of terminal: Descriptor) throws(SystemError) {
    var modes = termios()
    try SystemError.check("read the modes of the terminal") {
      unsafe tcgetattr(terminal.number, &modes)
    }
    self.terminal = terminal
    original = modes
  }

  /// Delivers every byte unchanged and at once; Ctrl-C and Ctrl-Z are bytes, too.
  package func setRaw() throws(SystemError) {
    var modes = original
    modes.c_lflag &= ~tcflag_t(ICANON | ECHO | IEXTEN | ISIG)
    modes.c_iflag &= ~tcflag_t(IXON | ICRNL | INLCR | IGNCR | ISTRIP | BRKINT)
    // Safe: `VMIN` and `VTIME` are positions in `c_cc`, which consists of bytes.
    unsafe withUnsafeMutableBytes(of: &modes.c_cc) { characters in
      unsafe characters[Int(VMIN)] = 1
      unsafe characters[Int(VTIME)] = 0
    }
    try SystemError.check("set the modes of the terminal") {
      unsafe tcsetattr(terminal.number, TCSANOW, &modes)
    }
  }
}

/// The text written to a terminal to take it over and to restore it.
enum ControlText {
  /// Takes the terminal over, or again without restoring it: then the switch of the screen and the
  /// cursor position must not be saved again.
  static func enter(_ area: DrawingArea, columns: Int, again: Bool = false) -> String {
    let modes = hideCursor + bracketedPaste
    return switch area {
    // A row of spaces ends on the next line unless the cursor was at the start of one, in which
    // case the carriage return undoes it. So a prompt without a line end stays on the screen.
    case .inline: String(repeating: " ", count: columns) + "\r" + modes
    case .fullscreen: (again ? "" : alternateScreen) + modes
    }
  }

  static func leave(_ area: DrawingArea) -> String {
    let modes = plainColours + noBracketedPaste + showCursor
    return switch area {
    // The cursor rests at the frame's top left: the frame disappears, and the text above stays.
    case .inline: eraseFrame + modes
    // Where there is no alternate screen, as in screen by default, the frame disappears, too.
    case .fullscreen: "\u{1B}[H" + eraseFrame + modes + mainScreen
    }
  }

  /// Erases the row of the cursor and all rows below it, and puts the cursor at the row's start.
  ///
  /// At the top left, `Esc [ J` alone would make tmux and screen keep the frame among the lines
  /// that were scrolled off. So it erases from the second column on.
  static let eraseFrame = "\r\u{1B}[2K\u{1B}[C\u{1B}[J\r"

  private static let hideCursor = "\u{1B}[?25l"
  private static let showCursor = "\u{1B}[?25h"
  private static let bracketedPaste = "\u{1B}[?2004h"
  private static let noBracketedPaste = "\u{1B}[?2004l"
  private static let alternateScreen = "\u{1B}[?1049h"
  private static let mainScreen = "\u{1B}[?1049l"
  private static let plainColours = "\u{1B}[m"
}
