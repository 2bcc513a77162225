/// What is written to a terminal to take it over and to give it back.
enum ControlText {
  /// Takes over, or takes over again where nothing was given back: that the screen was switched,
  /// and where the cursor was, must then not be remembered anew.
  static func enter(_ place: Painter.Place, columns: Int, again: Bool = false) -> String {
    let modes = hideCursor + bracketedPaste
    return switch place {
    // A row of spaces ends in the next line if the cursor was not at the start of one, and is
    // undone by the return if it was. So a prompt without a line end stays on the screen.
    case .inline: String(repeating: " ", count: columns) + "\r" + modes
    case .fullscreen: (again ? "" : alternateScreen) + modes
    }
  }

  static func leave(_ place: Painter.Place) -> String {
    let modes = plainColours + noBracketedPaste + showCursor
    return switch place {
    // The cursor rests at the frame's top left: the frame goes, and what was above stays.
    case .inline: "\r" + eraseBelow + modes
    case .fullscreen: modes + mainScreen
    }
  }

  private static let hideCursor = "\u{1B}[?25l"
  private static let showCursor = "\u{1B}[?25h"
  private static let bracketedPaste = "\u{1B}[?2004h"
  private static let noBracketedPaste = "\u{1B}[?2004l"
  private static let alternateScreen = "\u{1B}[?1049h"
  private static let mainScreen = "\u{1B}[?1049l"
  private static let eraseBelow = "\u{1B}[J"
  private static let plainColours = "\u{1B}[m"
}
