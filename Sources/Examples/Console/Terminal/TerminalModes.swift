/// The modes of a terminal, and its size.
package struct TerminalModes: Sendable {
  package let descriptor: Int32
  /// As they were found; what is restored is exactly this.
  package let original: termios

  package init(of descriptor: Int32) throws(SystemError) {
    var modes = termios()
    guard unsafe tcgetattr(descriptor, &modes) == 0 else {
      throw SystemError(code: errno, attempt: "read the modes of the terminal")
    }
    self.descriptor = descriptor
    original = modes
  }

  /// Every byte of the keyboard comes as it is and at once; Ctrl-C and Ctrl-Z are bytes, too.
  package func setRaw() throws(SystemError) {
    var modes = original
    modes.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG | IEXTEN)
    modes.c_iflag &= ~tcflag_t(IXON | ICRNL | INLCR | IGNCR | ISTRIP | BRKINT)
    unsafe withUnsafeMutableBytes(of: &modes.c_cc) { characters in
      unsafe characters[Int(VMIN)] = 1
      unsafe characters[Int(VTIME)] = 0
    }
    guard unsafe tcsetattr(descriptor, TCSANOW, &modes) == 0 else {
      throw SystemError(code: errno, attempt: "set the modes of the terminal")
    }
  }

  /// The size, or the customary one of a terminal that does not tell.
  package static func size(of descriptor: Int32) -> ScreenSize {
    var size = winsize()
    guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0
    else { return ScreenSize(columns: 80, rows: 24) }
    return ScreenSize(columns: Int(size.ws_col), rows: Int(size.ws_row))
  }
}

/// How much a terminal can show.
package struct ScreenSize: Equatable, Sendable {
  package var columns: Int
  package var rows: Int

  package init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
  }
}
