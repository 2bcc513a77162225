import FoundationEssentials
import RatchetDependencies

// A recording is a text file of JSON Lines. The first line is the header:
//
//   {"recording":1,"program":"counter","version":"0.1.0","state":...,"digest":"...","sum":"..."}
//
// each other one an action, or a gap where so many actions were not written:
//
//   {"step":1,"time":600000000,"from":{"effect":2,"name":"fact"},"action":...,
//    "draws":[{"uuid":"..."}],"digest":"...","changed":"count:...","sum":"..."}
//   {"gap":12,"sum":"..."}
//
// `time` is in nanoseconds since the store was made, `from` is "caller" or an effect with its
// number and its name, `draws` are left out if there are none, and `digest` is that of the state
// after the action. `changed` has the digests of the state's members that are not what they were
// after the line before, to name in a difference: `name:digest`, with a space between, and
// without a digest for one that is not encoded any more. It is left out for a state with one
// member. `sum` is of all that stands before it in the line.
enum RecordingFormat {
  static let version = 1
  static let lineEnd = UInt8(ascii: "\n")
  static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
  /// The most bytes of a line, so that a file without lines is not read into memory.
  static let longestLine = 256 << 20

  /// The check of a line, of all its bytes before the member `sum`.
  static func sum(of bytes: ArraySlice<UInt8>) -> StateDigest {
    var hash = DigestHash(.line)
    // Safe: the pointer is used during the call.
    unsafe bytes.withUnsafeBytes { unsafe hash.add($0) }
    return StateDigest(bits: hash.bits)
  }

  /// Where the member `sum` begins in a line, if it has one at its end.
  static func sumPosition(in line: ArraySlice<UInt8>) -> Int? {
    let length = sumStart.count + 18
    guard line.count >= length, line.suffix(2).elementsEqual("\"}".utf8) else { return nil }
    let position = line.endIndex - length
    return line[position...].starts(with: sumStart) ? position : nil
  }

  private static let sumStart = Array(#","sum":""#.utf8)

  /// The reason why a line is not as it was written; `nil` if it is.
  static func problem(of line: ArraySlice<UInt8>, hasEnd: Bool) -> String? {
    guard let position = sumPosition(in: line) else {
      return hasEnd ? "the line was changed: it does not end with its sum" : "the line is cut off"
    }
    let digits = line[(position + sumStart.count)...].prefix(16)
    if StateDigest(digits) == sum(of: line[..<position]) { return nil }
    return "the line was changed after it was written"
  }
}

/// Writes the lines of a recording.
struct RecordingLine {
  private(set) var bytes: [UInt8] = []

  static func header<State: Encodable>(
    program: String, version: String, state: State, _ encoder: JSONEncoder
  ) throws -> RecordingLine {
    var line = RecordingLine()
    line.member("recording", "\(RecordingFormat.version)")
    line.member("program", json: try encoder.encode(program))
    line.member("version", json: try encoder.encode(version))
    line.member("state", json: try encoder.encode(state))
    line.member("digest", "\"\(try StateDigest.of(state).text)\"")
    line.end()
    return line
  }

  static func action<Action: Encodable>(
    _ step: Int, at time: Duration, from source: RecordedSource, _ action: Action,
    draws: [DrawTape.Draw], digest: StateDigest, changed: [String: StateDigest?],
    _ encoder: JSONEncoder
  ) throws -> RecordingLine {
    var line = RecordingLine()
    line.member("step", "\(step)")
    line.member("time", "\(time.nanoseconds)")
    line.member("from", json: try encoder.encode(source))
    line.member("action", json: try encoder.encode(action))
    if !draws.isEmpty {
      let texts = try draws.map { draw in
        let name = String(decoding: try encoder.encode(draw.name), as: UTF8.self)
        let value = String(decoding: try encode(draw.value, encoder), as: UTF8.self)
        return "{\(name):\(value)}"
      }
      line.member("draws", "[\(texts.joined(separator: ","))]")
    }
    line.member("digest", "\"\(digest.text)\"")
    // One text, and not an object: it is only passed over, unless the step differs. (replay: 15 %)
    let members = changed.filter { isPlain($0.key) }.sorted { $0.key < $1.key }
      .map { "\($0.key):\($0.value?.text ?? "")" }
    if !members.isEmpty { line.member("changed", "\"\(members.joined(separator: " "))\"") }
    line.end()
    return line
  }

  /// Whether a name can be in a text as it is; others are not named in differences.
  private static func isPlain(_ name: String) -> Bool {
    name.utf8.allSatisfy { $0 > 0x20 && !#"":\"#.utf8.contains($0) }
  }

  private static func encode(_ value: some Encodable, _ encoder: JSONEncoder) throws -> Data {
    try encoder.encode(value)
  }

  static func gap(_ count: Int) -> RecordingLine {
    var line = RecordingLine()
    line.member("gap", "\(count)")
    line.end()
    return line
  }

  private mutating func member(_ name: String, _ text: String) {
    begin(name)
    bytes.append(contentsOf: text.utf8)
  }

  private mutating func member(_ name: String, json: Data) {
    begin(name)
    bytes.append(contentsOf: json)
  }

  private mutating func begin(_ name: String) {
    bytes.append(UInt8(ascii: bytes.isEmpty ? "{" : ","))
    bytes.append(contentsOf: "\"\(name)\":".utf8)
  }

  private mutating func end() {
    let sum = RecordingFormat.sum(of: bytes[...])
    bytes.append(contentsOf: ",\"sum\":\"\(sum.text)\"}\n".utf8)
  }
}

extension JSONEncoder {
  /// Encodes for a recording: on one line, in the same order each time, and every number.
  static var ofRecordings: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return encoder
  }
}

extension JSONDecoder {
  /// Decodes what ``JSONEncoder/ofRecordings`` has encoded.
  static var ofRecordings: JSONDecoder {
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return decoder
  }
}

/// Who sent a recorded action.
public enum RecordedSource: Hashable, Sendable {
  /// Somebody who called `send` of a store.
  case caller
  /// An effect, by its number in the order in which effects started, and its name.
  case effect(Int, name: String?)
}

extension RecordedSource: Codable {
  private enum Key: CodingKey { case effect, name }

  /// Encodes `"caller"`, or an object with the number and the name of the effect.
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
  /// The whole nanoseconds.
  var nanoseconds: Int64 {
    let (seconds, attoseconds) = components
    return seconds &* 1_000_000_000 &+ attoseconds / 1_000_000_000
  }
}
