import Foundation
import TestSupport
import Testing

/// The picture in the README.
///
/// `RATCHET_PICTURE=write swift test --filter PictureTests` makes it
/// anew.
@Suite("The picture of the counter")
struct PictureTests {
  @Test("shows what the program shows in a terminal")
  func picture() throws {
    let run = try TerminalRun([], before: "")
    run.type("+++f")
    run.see("fact: 3 is")
    run.see("in flight: nothing")
    let picture = Self.picture(of: run.screen.text)
    run.type("q")
    #expect(run.finish() == .exited(0))

    let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Docs/counter.svg")
    if ProcessInfo.processInfo.environment["RATCHET_PICTURE"] == "write" {
      try picture.write(to: file, atomically: true, encoding: .utf8)
    }
    #expect(try String(contentsOf: file, encoding: .utf8) == picture)
  }

  /// A terminal with a text, as SVG.
  ///
  /// What names a value is quieter than the value.
  private static func picture(of text: String) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let columns = lines.map(\.count).max() ?? 0
    let (width, height) = (columns * 9 + 40, lines.count * 22 + 34)
    let rows = lines.enumerated().filter { !$0.element.isEmpty }.map { number, line in
      let isKeys = number == lines.count - 1
      let end = line.firstIndex(of: ":").map { line.index(after: $0) } ?? line.startIndex
      let name = number < 4 ? line[..<end] : isKeys ? line : ""
      let value = line.dropFirst(name.count)
      return """
        <text x="20" y="\(number * 22 + 32)"><tspan class="q">\(escaped(name))</tspan>\
        \(escaped(value))</text>
        """
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
      </style>
      <rect width="\(width)" height="\(height)" rx="10"/>
      \(rows.joined(separator: "\n"))
      </svg>

      """
  }

  private static func escaped(_ text: some StringProtocol) -> String {
    text.replacingOccurrences(of: "&", with: "&amp;").replacingOccurrences(of: "<", with: "&lt;")
      .replacingOccurrences(of: ">", with: "&gt;")
  }
}
