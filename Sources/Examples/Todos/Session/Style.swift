/// How text is set off from other text on a terminal that can do it.
struct Style: Equatable, Sendable {
  var isColoured = false

  func bold(_ text: String) -> String { sequence(1, text) }
  func faint(_ text: String) -> String { sequence(2, text) }

  private func sequence(_ code: Int, _ text: String) -> String {
    isColoured ? "\u{1B}[\(code)m\(text)\u{1B}[m" : text
  }
}

extension String {
  /// This text, fit for one line: control characters would tear it, or act on the terminal.
  var printable: String {
    String(String.UnicodeScalarView(unicodeScalars.map { $0.isControl ? " " : $0 }))
  }
}

extension Unicode.Scalar {
  fileprivate var isControl: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    // Those that change the direction of what follows would do so in the rest of the screen.
    default: (0x202A...0x202E).contains(value) || (0x2066...0x2069).contains(value)
    }
  }
}
