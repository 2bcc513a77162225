/// Hashes words, bytes and text, in order, to 64 bits that are the same in every process.
///
/// Used by `DigestEncoder` for the digests of states, and by `RecordingFormat` for the checksums of
/// lines. The standard `Hasher` cannot be used for a file, because each process has its own seed.
struct DigestHash {
  /// The hash of what was added so far.
  private(set) var bits: UInt64

  /// Begins a hash with the kind of the value (a number of `DigestTag`, in `StateDigest.swift`), so
  /// that values of different kinds differ.
  init(_ tag: DigestTag) {
    bits = tag.rawValue &* Self.factor
  }

  /// An odd number whose bits have no pattern, from the golden ratio.
  private static var factor: UInt64 { 0x9E37_79B9_7F4A_7C15 }

  /// Adds a word; all other functions add words by this one.
  mutating func add(_ word: UInt64) {
    bits = Self.mixed((bits ^ word) &* Self.factor)
  }

  /// Adds bytes, eight at a time, and then their number, so that [0] differs from [].
  mutating func add(_ bytes: Span<UInt8>) {
    var word: UInt64 = 0
    for position in bytes.indices {
      word = word << 8 | UInt64(bytes[position])
      if position % 8 < 7 { continue }
      add(word)
      word = 0
    }
    add(word)
    add(UInt64(bytes.count))
  }

  mutating func add(_ text: String) {
    add(text.utf8.span)
  }

  /// Mixes the high bits of a word into its low bits, and the low bits into the high ones.
  static func mixed(_ word: UInt64) -> UInt64 {
    var word = word
    word ^= word >> 32
    word &*= 0xD6E8_FEB8_6659_FD93
    word ^= word >> 29
    return word
  }
}
