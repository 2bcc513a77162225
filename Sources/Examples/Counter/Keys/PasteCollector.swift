/// Collects pasted bytes up to the bracket that closes the paste.
struct PasteCollector: Sendable {
  /// A paste does nothing here, so no more of it is kept than could ever be of use.
  static let limit = 65_536

  private static let closing = Array("\u{1B}[201~".utf8)

  private var bytes: [UInt8] = []
  /// How much of the closing bracket has just been seen.
  private var matched = 0

  /// Takes the next byte; returns the text once the paste is complete.
  mutating func collect(_ byte: UInt8) -> String? {
    if byte == Self.closing[matched] {
      matched += 1
      return matched == Self.closing.count ? String(decoding: bytes, as: UTF8.self) : nil
    }
    // Esc stands only at the bracket's beginning, so a failed match can begin anew nowhere but here.
    keep(Self.closing.prefix(matched))
    matched = byte == Self.closing[0] ? 1 : 0
    if matched == 0 { keep([byte]) }
    return nil
  }

  private mutating func keep(_ more: some Sequence<UInt8>) {
    bytes.append(contentsOf: more.prefix(max(0, Self.limit - bytes.count)))
  }
}
