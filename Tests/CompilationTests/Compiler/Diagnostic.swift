import Foundation

/// An error or a warning at a line of a source file.
struct Diagnostic: Hashable {
  enum Level: String {
    case error
    case warning
  }

  /// The line, counted from one; zero if it is about no line of the file.
  let line: Int
  let level: Level
  /// The message, or in an expectation a part of it.
  let text: String

  /// What a source file says must be reported: `// error: part of the message`, at the end of the
  /// line.
  ///
  /// One that stands alone on a line is about the line above.
  static func expected(in source: String) -> [Diagnostic] {
    let comment = /\/\/ (?<level>error|warning): (?<text>.+)$/
    var lastCode = 0
    return source.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
      .compactMap { index, line in
        guard let match = line.firstMatch(of: comment), let level = Level(match.level) else {
          lastCode = index + 1
          return nil
        }
        if !line[..<match.range.lowerBound].allSatisfy(\.isWhitespace) { lastCode = index + 1 }
        return Diagnostic(line: lastCode, level: level, text: String(match.text))
      }
  }

  /// What a compiler has reported in its one-line style, each message once.
  ///
  /// Notes are left out: they belong to an error or a warning. So are the lines of the source that
  /// the compiler repeats, with the expectations in them.
  static func reported(in output: String, about file: String) -> [Diagnostic] {
    let message = /(?:(?<file>.+?):(?<line>\d+):(?:\d+:)? )?(?<level>error|warning): (?<text>.+)/
    var seen: Set<Diagnostic> = []
    return output.split(separator: "\n").compactMap { line in
      guard let match = line.wholeMatch(of: message), let level = Level(match.level) else {
        return nil
      }
      let line = match.file.map(String.init) == file ? match.line.flatMap { Int($0) } : nil
      let diagnostic = Diagnostic(line: line ?? 0, level: level, text: String(match.text))
      return seen.insert(diagnostic).inserted ? diagnostic : nil
    }
  }

  /// Whether a reported diagnostic is what this expectation is about.
  func isMet(by reported: Diagnostic) -> Bool {
    line == reported.line && level == reported.level && reported.text.contains(text)
  }
}

extension Diagnostic.Level {
  init?(_ text: Substring) {
    self.init(rawValue: String(text))
  }
}

extension Diagnostic: CustomStringConvertible {
  var description: String { "line \(line): \(level): \(text)" }
}
