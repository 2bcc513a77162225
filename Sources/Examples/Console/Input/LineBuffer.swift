/// Splits incoming bytes into lines of text.
struct LineBuffer: Sendable {
  private var bytes: [UInt8] = []
  /// The position up to which there is no line end.
  private var searched = 0

  mutating func append(_ newBytes: [UInt8]) {
    bytes += newBytes
  }

  /// The next complete line, without its end.
  mutating func nextLine() -> String? {
    guard let end = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) else {
      searched = bytes.count
      return nil
    }
    let line = text(bytes[..<end])
    bytes.removeSubrange(...end)
    searched = 0
    return line
  }

  /// The rest when no more bytes come: a last line without an end.
  mutating func lastLine() -> String? {
    defer { self = LineBuffer() }
    return bytes.isEmpty ? nil : text(bytes[...])
  }

  private func text(_ line: ArraySlice<UInt8>) -> String {
    String(decoding: line.last == UInt8(ascii: "\r") ? line.dropLast() : line, as: UTF8.self)
  }
}

extension String {
  /// The text up to the first whitespace and the text after it, both trimmed.
  package var firstWord: (word: String, rest: String) {
    let text = drop(while: \.isWhitespace)
    let word = text.prefix { !$0.isWhitespace }
    let rest = text[word.endIndex...].drop(while: \.isWhitespace)
    let end = rest.lastIndex { !$0.isWhitespace }
    return (String(word), end.map { String(rest[...$0]) } ?? "")
  }

  /// The number that the whole text represents; nil if it is none, or has a redundant sign.
  package var number: Int? {
    allSatisfy(\.isASCII) && first != "+" ? Int(self) : nil
  }
}
