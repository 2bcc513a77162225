/// One line of the screen: pieces of text, each in a style.
struct Line: Equatable, Sendable {
  struct Span: Equatable, Sendable {
    var text: String
    var style: Style
  }

  /// What a piece of text is; colour underlines that and never carries it alone.
  enum Style: Sendable {
    case plain, value, quiet, running, failure
  }

  private(set) var spans: [Span]

  init(_ spans: (String, Style)...) {
    self.spans = spans.map { Span(text: $0.0.printable, style: $0.1) }
  }

  mutating func append(_ text: String, _ style: Style) {
    spans.append(Span(text: text.printable, style: style))
  }

  /// The line as it goes to the terminal: never wider than `columns`, and `…` ends what was cut.
  func rendered(columns: Int, isColoured: Bool) -> String {
    let fits = spans.reduce(0) { $0 + $1.text.columns } <= columns
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

extension Line.Style {
  fileprivate func applied(to text: Substring, isColoured: Bool) -> String {
    guard isColoured, let code else { return String(text) }
    return "\u{1B}[\(code)m\(text)\u{1B}[m"
  }

  private var code: String? {
    switch self {
    case .plain: nil
    case .value: "1"
    case .quiet: "2"
    case .running: "33"
    case .failure: "31"
    }
  }
}
