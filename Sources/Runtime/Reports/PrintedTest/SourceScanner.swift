/// Finds the ends of arguments and blocks in the Swift source of a test.
///
/// When a simulation fails, it prints a test that repeats the failure. `SourceCall` copies the
/// arguments of the call of `simulate` into that test, and uses this scanner to find them.
///
/// Knows only enough of Swift for that: brackets, literals, comments, and names. Scans the text as
/// UTF-8 bytes, because all characters that count are ASCII. A *block* is text in brackets of any
/// kind, brackets included. A *token* is a block, a literal, a comment, a run of `#` signs that
/// begins no literal, or a single byte.
struct SourceScanner {
  private let bytes: [UInt8]
  /// The index of the next byte.
  private var position = 0

  init(_ text: some StringProtocol) {
    bytes = Array(text.utf8)
  }

  /// The next byte; `nil` at the end.
  var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  mutating func move(to position: Int) { self.position = position }

  /// The text from the next byte up to a position.
  func text(upTo end: Int) -> String { String(decoding: bytes[position..<end], as: UTF8.self) }
  /// The text from the next byte to the end.
  var rest: String { text(from: position) }
  /// The text from a position to the end.
  func text(from start: Int) -> String { String(decoding: bytes[start...], as: UTF8.self) }

  /// The text without whitespace at its start and its end.
  static func trim(_ text: some StringProtocol) -> String {
    let start = text.drop { $0.isWhitespace }
    guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(start[...last])
  }

  /// Skips whitespace and comments.
  mutating func skipSpace() {
    while let next {
      if next == 32 || (9...13).contains(next) {
        position += 1
      } else if !isAtComment || !skipComment() {
        return
      }
    }
  }

  private var isAtComment: Bool {
    bytes[position...].starts(with: "//".utf8) || bytes[position...].starts(with: "/*".utf8)
  }

  /// Skips a text; returns false if it is not next, or if it is only the beginning of a longer
  /// name.
  mutating func skip(_ text: String) -> Bool {
    guard bytes[position...].starts(with: text.utf8) else { return false }
    let end = position + text.utf8.count
    if end < bytes.count, Self.isInName(bytes[end]) { return false }
    position = end
    return true
  }

  /// Skips the name that is next, and returns it; `nil` if there is none.
  mutating func takeName() -> String? {
    let name = bytes[position...].prefix(while: Self.isInName)
    position += name.count
    return name.isEmpty ? nil : String(decoding: name, as: UTF8.self)
  }

  /// Skips the block whose opening bracket is next, and returns the text inside; if the end is
  /// missing, skips only the bracket and returns `nil`.
  mutating func takeBlock() -> String? {
    let start = position
    // A closing bracket is missing, or there was no opening one and one byte was skipped.
    guard skipToken(), position - start > 1 else {
      position = start + 1
      return nil
    }
    return String(decoding: bytes[(start + 1)..<(position - 1)], as: UTF8.self)
  }

  /// The parts of a text, separated at its commas.
  static func split(_ text: String) -> [String] {
    var scanner = SourceScanner(text)
    var parts: [String] = []
    var start = 0
    while let next = scanner.next {
      if next == UInt8(ascii: ",") {
        parts.append(trim(String(decoding: scanner.bytes[start..<scanner.position], as: UTF8.self)))
        start = scanner.position + 1
      }
      scanner.skipToken()
    }
    parts.append(trim(scanner.text(from: start)))
    return parts.filter { !$0.isEmpty }
  }

  /// The next position of a word that is not in brackets, a literal or a comment.
  func position(ofWord word: String) -> Int? {
    var scanner = self
    while scanner.next != nil {
      let isStart =
        scanner.position == 0 || !Self.isInName(scanner.bytes[scanner.position - 1])
      let start = scanner.position
      if isStart, scanner.skip(word) { return start }
      scanner.skipToken()
    }
    return nil
  }

  private static func isInName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 128...:
      true
    default: false
    }
  }

  // MARK: - Tokens

  /// Skips a token; returns false at the end of the source, or if a bracket, literal or comment is
  /// not closed.
  @discardableResult mutating func skipToken() -> Bool {
    guard let next else { return false }
    switch next {
    case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"):
      position += 1
      return skipBlock()
    case UInt8(ascii: "\""), UInt8(ascii: "#"): return skipText()
    case UInt8(ascii: "/"): return skipComment()
    default:
      position += 1
      return true
    }
  }

  /// Skips a block if the given bracket is next, otherwise one byte.
  private mutating func skipToken(in bracket: Unicode.Scalar) -> Bool {
    if next == UInt8(ascii: bracket) { return skipToken() }
    position += 1
    return true
  }

  /// Skips the rest of a block, with its opening bracket just skipped.
  private mutating func skipBlock() -> Bool {
    while let next {
      switch next {
      case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
        position += 1
        return true
      default: if !skipToken() { return false }
      }
    }
    return false
  }

  /// Skips a comment, or one byte if `/` begins none.
  private mutating func skipComment() -> Bool {
    guard isAtComment else {
      position += 1
      return true
    }
    let isLine = bytes[position + 1] == UInt8(ascii: "/")
    position += 2
    if isLine {
      while let next, next != UInt8(ascii: "\n") { position += 1 }
      return true
    }
    while next != nil {
      if bytes[position...].starts(with: "*/".utf8) {
        position += 2
        return true
      }
      // Comments may be nested.
      let isNested = bytes[position...].starts(with: "/*".utf8)
      if !isNested {
        position += 1
      } else if !skipComment() {
        return false
      }
    }
    return false
  }

  /// Skips a string literal, which may begin with `#` signs and have several lines; if no literal
  /// follows the signs, skips only these.
  private mutating func skipText() -> Bool {
    let signs = bytes[position...].prefix { $0 == UInt8(ascii: "#") }.count
    position += signs
    guard next == UInt8(ascii: "\"") else { return true }
    let isLong = bytes[position...].starts(with: "\"\"\"".utf8)
    let sign = [UInt8](repeating: UInt8(ascii: "#"), count: signs)
    let end = (isLong ? Array("\"\"\"".utf8) : Array("\"".utf8)) + sign
    let escape = [UInt8(ascii: "\\")] + sign
    position += end.count - signs
    while next != nil {
      let rest = bytes[position...]
      if rest.starts(with: end) {
        position += end.count
        return true
      }
      if rest.starts(with: escape) {
        position += escape.count
        // An interpolation is a block in brackets; any other escape is one byte to skip.
        if next != nil, !skipToken(in: "(") { return false }
      } else {
        position += 1
      }
    }
    return false
  }
}
