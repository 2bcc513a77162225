/// Splits what a program writes to a terminal into characters and control sequences.
package struct ControlScanner {
  package enum Token: Equatable {
    case character(Character)
    case control(UInt8)
    case sequence(parameters: String, final: Character)
  }

  private var bytes: ArraySlice<UInt8>

  package init(bytes: [UInt8]) {
    self.bytes = bytes[...]
  }

  /// What has been cut off.
  package var rest: [UInt8] { Array(bytes) }

  /// The next token; nil when there is no whole one.
  package mutating func next() -> Token? {
    guard let first = bytes.first else { return nil }
    switch first {
    case 0x1B: return sequence()
    case 0x00..<0x20, 0x7F:
      bytes.removeFirst()
      return .control(first)
    default: return character(length: Self.length(first))
    }
  }

  private mutating func sequence() -> Token? {
    let body = bytes.dropFirst(2)
    guard let end = body.firstIndex(where: { (0x40...0x7E).contains($0) }) else { return nil }
    let parameters = String(decoding: body[..<end], as: UTF8.self)
    let final = Character(Unicode.Scalar(bytes[end]))
    bytes = bytes[(end + 1)...]
    return .sequence(parameters: parameters, final: final)
  }

  private mutating func character(length: Int) -> Token? {
    guard bytes.count >= length else { return nil }
    let text = String(decoding: bytes.prefix(length), as: UTF8.self)
    bytes = bytes.dropFirst(length)
    return text.first.map(Token.character)
  }

  private static func length(_ first: UInt8) -> Int {
    switch first {
    case 0xF0...: 4
    case 0xE0...: 3
    case 0xC0...: 2
    default: 1
    }
  }
}
