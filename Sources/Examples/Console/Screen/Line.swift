/// The emphasis of a piece of text; colour supports the meaning and never carries it alone.
package enum Style: Sendable {
  case plain, value, quiet, key, running, success, failure

  /// The text in this style, if the terminal can show it.
  fileprivate func applied(to text: some StringProtocol, isColoured: Bool) -> String {
    guard isColoured, let code else { return String(text) }
    return "\u{1B}[\(code)m\(text)\u{1B}[m"
  }

  private var code: String? {
    switch self {
    case .plain: nil
    case .value: "1"
    case .quiet: "2"
    case .key: "36"
    case .running: "33"
    case .success: "32"
    case .failure: "31"
    }
  }
}

/// One line of the screen: pieces of text with styles.
package struct Line: Equatable, Sendable {
  private struct Span: Equatable, Sendable {
    var text: String
    var style: Style
  }

  private let spans: [Span]

  package init(_ spans: (String, Style)...) {
    self.init(spans: spans)
  }

  package init(spans: [(String, Style)]) {
    self.spans = spans.map { Span(text: $0.0.printable, style: $0.1) }
  }

  /// The pieces of text with their styles.
  package var styledTexts: [(String, Style)] { spans.map { ($0.text, $0.style) } }

  /// The line without its styles.
  package var text: String { spans.map(\.text).joined() }

  /// The most columns that the line can take.
  package var columns: Int { spans.reduce(0) { $0 + $1.text.columns } }

  /// The line as sent to the terminal: never wider than `columns`, with `…` at the end of text
  /// that is cut.
  package func rendered(columns: Int, isColoured: Bool) -> String {
    let fits = self.columns <= columns
    var room = fits ? columns : columns - 1
    var result = ""
    for span in spans {
      let text = span.text.prefix(columns: room)
      if !text.isEmpty { result += span.style.applied(to: text, isColoured: isColoured) }
      room = text.endIndex == span.text.endIndex ? room - span.text.columns : 0
    }
    return fits || columns < 1 ? result : result + "…"
  }
}

extension String {
  /// The text followed by spaces, at least one, up to a width.
  package func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(1, width - count))
  }
}
