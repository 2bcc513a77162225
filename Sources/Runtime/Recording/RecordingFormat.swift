import Ratchet
import RatchetDependencies

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// Writes and checks what all lines of a recording have in common: a checksum and a line end.
///
/// Used by `RecordingOutput` to write lines, and by `Recording` and `RecordingReader` to check
/// them. A line is one JSON object, whose last member, `sum`, is a checksum of the bytes before
/// that member. `RecordedLine` says what else is in a line.
///
/// Below it are the JSON coders of lines, and two values in lines: the sender of an action, and
/// times in nanoseconds.
enum RecordingFormat {
  /// The version of the format; a file with another version is refused.
  static let version = 1
  static let lineEnd = UInt8(ascii: "\n")
  /// What the first line begins with: the first of its members, which are in alphabetical order.
  static let startBeginning = Array(#"{"after":"#.utf8)
  /// What the line of an action begins with, and no other line.
  static let stepBeginning = Array(#"{"action":"#.utf8)
  /// Bytes that an editor may put before the first line; `LineReader` skips them.
  static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
  /// The most bytes of a line; otherwise a file without line ends would be read into memory.
  static let longestLine = 256 << 20

  /// The error for a file that does not begin like a recording.
  static var noRecording: RecordingError {
    RecordingError(.noRecording, line: 1, "the file is not a recording")
  }

  /// Whether a file with this beginning cannot be a recording; false if too few bytes are given to
  /// tell.
  static func isOther(_ beginning: [UInt8]) -> Bool {
    let mark = beginning.starts(with: byteOrderMark) ? byteOrderMark.count : 0
    let line = beginning[mark...].prefix(startBeginning.count)
    return line.count == startBeginning.count && !line.elementsEqual(startBeginning)
  }

  /// Encodes a value as a line, with its sum and its line end.
  static func line(_ value: some Encodable, _ encoder: JSONEncoder) throws -> [UInt8] {
    // Without the closing brace, which follows the sum.
    var bytes = Array(try encoder.encode(value).dropLast())
    bytes += ",\"sum\":\"\(sum(of: bytes[...]).text)\"}\n".utf8
    return bytes
  }

  /// The checksum of some bytes; for the sum of a line, all bytes before the member `sum`.
  static func sum(of bytes: ArraySlice<UInt8>) -> StateDigest {
    var hash = DigestHash(.line)
    hash.add(bytes.span)
    return StateDigest(bits: hash.bits)
  }

  /// The position at which the member `sum` begins; `nil` if the line does not end with it.
  static func sumPosition(in line: ArraySlice<UInt8>) -> Int? {
    // After `sumStart` come 16 digits, a quotation mark, and the closing brace.
    let length = sumStart.count + 18
    guard line.count >= length, line.suffix(2).elementsEqual("\"}".utf8) else { return nil }
    let position = line.endIndex - length
    return line[position...].starts(with: sumStart) ? position : nil
  }

  private static let sumStart = Array(#","sum":""#.utf8)

  /// The reason why a line is not as it was written; `nil` if it is.
  static func problem(of line: ArraySlice<UInt8>, hasEnd: Bool) -> String? {
    guard let position = sumPosition(in: line) else {
      return hasEnd ? "the line was changed: its checksum is missing" : "the line is truncated"
    }
    let digits = line[(position + sumStart.count)...].prefix(16)
    if StateDigest(digits) == sum(of: line[..<position]) { return nil }
    return "the line was changed after it was written"
  }
}

extension JSONEncoder {
  /// An encoder of recordings: one line, keys in order, and text for NaN and infinite numbers.
  package static var ofRecordings: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    if let key = Redaction.key { encoder.userInfo[key] = true }
    return encoder
  }
}

extension JSONDecoder {
  /// A decoder of what ``JSONEncoder/ofRecordings`` encodes.
  static var ofRecordings: JSONDecoder {
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return decoder
  }
}

/// The sender of a recorded action.
public enum RecordedSource: Hashable, Sendable {
  /// A caller of `send` of the store.
  case caller
  /// An effect, by its number in its store (in the order in which effects were returned), and its
  /// name.
  case effect(Int, name: String?)
}

extension RecordedSource: Codable {
  private enum Key: CodingKey { case effect, name }

  /// Encodes `"caller"`, or an object with the number and the name of the effect.
  @_documentation(visibility: internal)
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .caller:
      var container = encoder.singleValueContainer()
      try container.encode("caller")
    case .effect(let number, let name):
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(number, forKey: .effect)
      try container.encodeIfPresent(name, forKey: .name)
    }
  }

  /// Decodes what `encode` has encoded.
  @_documentation(visibility: internal)
  public init(from decoder: any Decoder) throws {
    if let container = try? decoder.singleValueContainer(),
      let text = try? container.decode(String.self), text == "caller"
    {
      self = .caller
      return
    }
    let container = try decoder.container(keyedBy: Key.self)
    self = .effect(
      try container.decode(Int.self, forKey: .effect),
      name: try container.decodeIfPresent(String.self, forKey: .name))
  }
}

extension Duration {
  /// The number of whole nanoseconds; wraps, instead of trapping, beyond 292 years.
  package var nanoseconds: Int64 {
    let (seconds, attoseconds) = components
    return seconds &* 1_000_000_000 &+ attoseconds / 1_000_000_000
  }
}
