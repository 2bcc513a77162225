import Foundation
import TestSupport
import Testing

private let isWritten = ProcessInfo.processInfo.environment["RATCHET_PICTURE"] == "write"

/// The picture in the README.
///
/// `RATCHET_PICTURE=write swift test --filter PictureTests` makes it
/// anew.
/// It takes the time of a built-in fact, so it is checked where all tests run.
@Suite("The picture of the counter", .enabled(if: Deep.isFull || isWritten))
struct PictureTests {
  @Test("shows what the program shows in a terminal")
  func picture() throws {
    let run = try TerminalRun([], before: "")
    var screens = [run.screen.text]
    for (keys, sign) in [
      ("+++", "step: 3 of 3"), ("f", "fact: asked about 3"), ("", "step: 5 of 5"),
      ("uuu", "step: 2 of 5"), ("\u{12}\u{12}\u{12}", "step: 5 of 5"),
    ] {
      run.type(keys)
      run.see(sign)
      screens.append(run.screen.text)
    }
    let picture = Self.picture(of: screens)
    run.type("q")
    #expect(run.finish() == .exited(0))

    let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Docs/counter.svg")
    if isWritten {
      try picture.write(to: file, atomically: true, encoding: .utf8)
    }
    #expect(try String(contentsOf: file, encoding: .utf8) == picture)
  }

  /// A terminal that shows one screen after the other, as an animated SVG.
  ///
  /// For those who want no motion, it shows the last one.
  private static func picture(of screens: [String]) -> String {
    let lines = screens.map { $0.split(separator: "\n", omittingEmptySubsequences: false) }
    let columns = lines.joined().map(\.count).max() ?? 0
    let (width, height) = (columns * 9 + 40, (lines.map(\.count).max() ?? 0) * 22 + 34)
    let seconds = screens.count * 2
    let groups = lines.enumerated().map { number, lines in
      let delay = number * 2 - seconds
      return "<g style=\"animation-delay: \(delay)s\">\n\(rows(lines))\n</g>"
    }
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(height)" \
      width="\(width)" height="\(height)" role="img">
      <title>The counter in a terminal</title>
      <style>
      rect { fill: #1d1f21; }
      text { font: 15px ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; \
      fill: #e6e6e6; white-space: pre; }
      .q { fill: #8fb8de; }
      g { visibility: hidden; animation: show \(seconds)s step-end infinite; }
      @keyframes show { 0% { visibility: visible; } \
      \(100 / Double(screens.count))% { visibility: hidden; } }
      @media (prefers-reduced-motion: reduce) {
      g { animation: none; }
      g:last-of-type { visibility: visible; }
      }
      </style>
      <rect width="\(width)" height="\(height)" rx="10"/>
      \(groups.joined(separator: "\n"))
      </svg>

      """
  }

  /// The rows of a screen; what names a value is quieter than the value.
  private static func rows(_ lines: [Substring]) -> String {
    lines.enumerated().filter { !$0.element.isEmpty }.map { number, line in
      let isKeys = number == lines.count - 1
      let end = line.firstIndex(of: ":").map { line.index(after: $0) } ?? line.startIndex
      let name = number < 5 ? line[..<end] : isKeys ? line : ""
      let value = line.dropFirst(name.count)
      return """
        <text x="20" y="\(number * 22 + 32)"><tspan class="q">\(escaped(name))</tspan>\
        \(escaped(value))</text>
        """
    }.joined(separator: "\n")
  }

  private static func escaped(_ text: some StringProtocol) -> String {
    text.replacingOccurrences(of: "&", with: "&amp;").replacingOccurrences(of: "<", with: "&lt;")
      .replacingOccurrences(of: ">", with: "&gt;")
  }
}
