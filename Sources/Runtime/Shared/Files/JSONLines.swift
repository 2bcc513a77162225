/// Finds in which line of a JSON text something is, or the text is wrong.
///
/// The decoder does not tell. A text is read once more, only if it cannot be decoded.
struct JSONLines {
  /// A step from a value into one that it contains.
  enum Step: Equatable {
    case key(String)
    case index(Int)
  }

  private struct Failure: Error {
    let reason: String
  }

  private let bytes: [UInt8]
  private var position = 0
  private var path: [Step] = []
  private let wanted: [Step]?
  private var found: Int?

  private init(_ bytes: [UInt8], wanted: [Step]?) {
    self.bytes = bytes
    self.wanted = wanted
  }

  /// What is wrong with a text that is not JSON; `nil` if it is.
  static func syntaxError(in bytes: [UInt8]) -> CodingProblem? {
    var scanner = JSONLines(bytes, wanted: nil)
    do throws(Failure) {
      try scanner.scan()
      return nil
    } catch {
      return CodingProblem(reason: error.reason, line: scanner.line(at: scanner.position))
    }
  }

  /// The line in which a value begins, the first one being 1.
  static func line(of path: [Step], in bytes: [UInt8]) -> Int? {
    var scanner = JSONLines(bytes, wanted: path)
    try? scanner.scan()
    return scanner.found.map(scanner.line)
  }

  private func line(at position: Int) -> Int {
    1 + bytes[..<min(position, bytes.count)].count { $0 == UInt8(ascii: "\n") }
  }

  private mutating func scan() throws(Failure) {
    // What some editors put at the beginning.
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    skipSpace()
    if position == bytes.count { throw Failure(reason: "it is empty") }
    try scanValue()
    skipSpace()
    if position < bytes.count { throw unexpected }
  }

  private mutating func scanValue() throws(Failure) {
    skipSpace()
    if path == wanted { found = position }
    // As deep as the decoder reads.
    if path.count > 512 { throw Failure(reason: "it is not valid JSON: it is nested too deeply") }
    switch try next() {
    case UInt8(ascii: "{"): try scanMembers()
    case UInt8(ascii: "["): try scanElements()
    case UInt8(ascii: "\""): _ = try scanString()
    default: try scanWord()
    }
  }

  private mutating func scanMembers() throws(Failure) {
    position += 1
    skipSpace()
    if try take("}") { return }
    repeat {
      skipSpace()
      guard try next() == UInt8(ascii: "\"") else { throw unexpected }
      path.append(.key(try scanString()))
      skipSpace()
      guard try take(":") else { throw unexpected }
      try scanValue()
      path.removeLast()
      skipSpace()
    } while try take(",")
    guard try take("}") else { throw unexpected }
  }

  private mutating func scanElements() throws(Failure) {
    position += 1
    skipSpace()
    if try take("]") { return }
    var index = 0
    repeat {
      path.append(.index(index))
      try scanValue()
      path.removeLast()
      index += 1
      skipSpace()
    } while try take(",")
    guard try take("]") else { throw unexpected }
  }

  private mutating func scanString() throws(Failure) -> String {
    let start = position + 1
    position += 1
    while try next() != UInt8(ascii: "\"") {
      if bytes[position] < 0x20 { throw unexpected }
      position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
    }
    position += 1
    return String(decoding: bytes[start..<position - 1], as: UTF8.self)
  }

  /// A number, `true`, `false` or `null`, of which only the characters are looked at.
  private mutating func scanWord() throws(Failure) {
    let start = position
    while position < bytes.count, isPartOfWord(bytes[position]) { position += 1 }
    let word = String(decoding: bytes[start..<position], as: UTF8.self)
    if ["true", "false", "null"].contains(word) || Double(word) != nil { return }
    position = start
    throw unexpected
  }

  private func isPartOfWord(_ byte: UInt8) -> Bool {
    UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
      || "+-.E".utf8.contains(byte)
  }

  private mutating func skipSpace() {
    while position < bytes.count, " \t\r\n".utf8.contains(bytes[position]) { position += 1 }
  }

  private func next() throws(Failure) -> UInt8 {
    guard position < bytes.count else {
      throw Failure(reason: "it is not valid JSON, and seems to be cut off")
    }
    return bytes[position]
  }

  private mutating func take(_ character: Unicode.Scalar) throws(Failure) -> Bool {
    guard try next() == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  private var unexpected: Failure {
    guard position < bytes.count else {
      return Failure(reason: "it is not valid JSON, and seems to be cut off")
    }
    let rest = String(decoding: bytes[position...].prefix(8), as: UTF8.self)
    let character = rest.first.map(String.init) ?? ""
    return Failure(reason: "it is not valid JSON: '\(character)' is unexpected")
  }
}
