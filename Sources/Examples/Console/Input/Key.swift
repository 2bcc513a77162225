/// A key press or paste, decoded from the bytes of a terminal.
package enum Key: Hashable, Sendable {
  case character(Unicode.Scalar)
  /// A letter or symbol typed with Ctrl, named as on the key: `control("c")`.
  case control(Unicode.Scalar)
  /// A character typed with Alt, which terminals send as Esc and the character.
  case alt(Unicode.Scalar)
  case escape
  /// Tab with Shift.
  case backTab
  case arrow(Arrow)
  case home, end, pageUp, pageDown, delete
  /// Pasted text of any length is one event: its characters are not key presses.
  case paste(String)

  package enum Arrow: Hashable, Sendable {
    case up, down, left, right
  }
}

extension Key {
  /// How far the key moves the selection of a list: by a row, by ten, or to an end of it; nil for
  /// any other key.
  package var rowsMoved: Int? {
    switch self {
    case .arrow(.up), .character("k"): -1
    case .arrow(.down), .character("j"): 1
    case .pageUp: -10
    case .pageDown: 10
    case .home: -1_000_000
    case .end: 1_000_000
    default: nil
    }
  }
}

/// Collects pasted bytes up to the closing bracket of the paste.
struct PasteCollector: Sendable {
  /// The most bytes of a paste to keep; no program here needs more.
  static let limit = 65_536

  private static let closing = Array("\u{1B}[201~".utf8)

  private var bytes: [UInt8] = []
  /// The number of bytes of the closing bracket that have just been seen.
  private var matched = 0

  /// What was pasted so far; the limit cuts no character.
  var text: String {
    let cuts = bytes.count < Self.limit ? 0...0 : 0...3
    return cuts.lazy.compactMap { String(validating: bytes.dropLast($0), as: UTF8.self) }.first
      ?? String(decoding: bytes, as: UTF8.self)
  }

  /// Takes the next byte; returns the text once the paste is complete.
  mutating func collect(_ byte: UInt8) -> String? {
    if byte == Self.closing[matched] {
      matched += 1
      return matched == Self.closing.count ? text : nil
    }
    // Esc occurs only at the bracket's start: a failed match can only restart here.
    keep(Self.closing.prefix(matched))
    matched = byte == Self.closing[0] ? 1 : 0
    if matched == 0 { keep([byte]) }
    return nil
  }

  private mutating func keep(_ more: some Sequence<UInt8>) {
    bytes.append(contentsOf: more.prefix(max(0, Self.limit - bytes.count)))
  }
}
