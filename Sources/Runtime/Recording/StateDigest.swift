import Ratchet

/// A 64-bit hash of what a value encodes, by which a replay compares states that are not recorded.
///
/// A digest is the same in every process and on every platform, and almost surely differs for
/// different values. `DigestEncoder` computes it. The order of members under keys, of elements of a
/// set, and of entries of a dictionary does not count: in sets and dictionaries, it depends on
/// hashes that each process seeds differently.
///
/// The checksum of a line in a recording is a digest too, of the line's bytes: `RecordingFormat`
/// computes it.
struct StateDigest: Hashable, Sendable {
  let bits: UInt64

  /// The digest of a value.
  ///
  /// - Throws: What the value throws when it is encoded.
  static func of(_ value: some Encodable) throws -> StateDigest {
    let encoder = DigestEncoder(codingPath: [])
    return StateDigest(bits: try encoder.hash(value, with: encoder))
  }

  /// The digests of a value, and of each member that it encodes under a key.
  static func withMembers(
    of value: some Encodable
  ) throws -> (digest: StateDigest, members: [String: StateDigest]) {
    let encoder = DigestEncoder(codingPath: [], keepsMembers: true)
    let bits = try encoder.hash(value, with: encoder)
    return (StateDigest(bits: bits), encoder.members.mapValues { StateDigest(bits: $0) })
  }

  init(bits: UInt64) {
    self.bits = bits
  }

  /// The members whose digests differ, with the new digests; `nil` for those that are not in `new`.
  static func changes(
    from old: [String: StateDigest], to new: [String: StateDigest]
  ) -> [String: StateDigest?] {
    var changes: [String: StateDigest?] = new.filter { old[$0.key] != $0.value }
    for name in old.keys where new[name] == nil { changes[name] = .some(nil) }
    return changes
  }

  /// Reads the 16 digits that ``text`` gives; `nil` if the text is anything else.
  init?(_ text: some Collection<UInt8>) {
    guard text.count == 16 else { return nil }
    var bits: UInt64 = 0
    var isValid = true
    for byte in text {
      // Written to compile without branches: digits are random, so none could be predicted.
      let digit = UInt64(byte &- UInt8(ascii: "0"))
      let letter = UInt64(byte &- UInt8(ascii: "a")) + 10
      let value = digit < 10 ? digit : letter
      isValid = isValid && value < 16
      bits = bits << 4 | value & 15
    }
    guard isValid else { return nil }
    self.bits = bits
  }

  /// The digest as 16 hexadecimal digits.
  var text: String {
    let digits = String(bits, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

extension StateDigest: Codable {
  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let digest = StateDigest(try container.decode(String.self).utf8) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "a digest was expected")
    }
    self = digest
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}

/// The kind of a hashed value, so that 1, "1" and [1] have different digests.
///
/// The numbers are part of the digests in files: add a kind at the end.
enum DigestTag: UInt64 {
  case empty = 1
  case null, bool, integer, double, text, keyed, list, unordered, line
}
