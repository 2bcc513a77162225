import FoundationEssentials
import RatchetDependencies

/// One line of a recording, of which the values are not decoded yet.
enum RecordedLine {
  case header(RecordedHeader)
  case step(RecordedStep)
  case gap(Int)

  /// Reads the members of a line.
  init(_ bytes: ArraySlice<UInt8>) throws(RecordingError) {
    var members = Members()
    try JSONScanner.members(of: bytes) { name, value throws(RecordingError) in
      try members.set(Members.Name(bytes, name), bytes[value])
    }
    if let format = members.recording {
      self = .header(try RecordedHeader(format: format, members))
    } else if let gap = members.gap {
      self = .gap(gap)
    } else {
      guard let step = members.step, let action = members.action else {
        throw RecordingError(.noRecording, "the line is neither an action nor a gap")
      }
      self = .step(
        RecordedStep(
          number: step, time: members.time ?? 0, source: members.source, action: action,
          draws: members.draws, digest: members.digest, changed: members.changed))
    }
  }

  /// What the members of all kinds of lines are called.
  fileprivate struct Members {
    var recording, gap, step: Int?
    var program, version: String?
    var time: Int64?
    var digest: StateDigest?
    var state, source, action, draws, changed: ArraySlice<UInt8>?

    mutating func set(_ name: Name, _ value: ArraySlice<UInt8>) throws(RecordingError) {
      switch name {
      case Name("step"): step = try decode(value)
      case Name("time"): time = try decode(value)
      case Name("from"): source = value
      case Name("action"): action = value
      case Name("draws"): draws = value
      case Name("digest"): digest = try self.digest(value)
      case Name("changed"): changed = value
      case Name("gap"): gap = try decode(value)
      case Name("recordin"): recording = try decode(value)
      case Name("program"): program = try text(value)
      case Name("version"): version = try text(value)
      case Name("state"): state = value
      // What a later version of the format adds is passed over.
      default: break
      }
    }

    /// The first eight bytes of a name, as one number to compare. (replay: 12 %)
    struct Name: Equatable {
      private var bytes: UInt64 = 0

      init(_ line: ArraySlice<UInt8>, _ name: Range<Int>) {
        for index in name.prefix(8) { bytes = bytes << 8 | UInt64(line[index]) }
      }

      init(_ name: StaticString) {
        precondition(name.utf8CodeUnitCount <= 8)
        for index in 0..<name.utf8CodeUnitCount {
          // Safe: the string lives for ever and has a byte there.
          unsafe bytes = bytes << 8 | UInt64(name.utf8Start[index])
        }
      }
    }

    private func decode<Number: FixedWidthInteger>(
      _ bytes: ArraySlice<UInt8>
    ) throws(RecordingError) -> Number {
      var number: Number = 0
      for byte in bytes {
        let digit = byte &- UInt8(ascii: "0")
        let (tenfold, isTooLarge) = number.multipliedReportingOverflow(by: 10)
        let (sum, isStillTooLarge) = tenfold.addingReportingOverflow(Number(digit))
        if digit > 9 || isTooLarge || isStillTooLarge {
          throw RecordingError(
            .damaged, "'\(ValueLine.cut(String(decoding: bytes, as: UTF8.self)))' is no number")
        }
        number = sum
      }
      return number
    }

    private func digest(_ bytes: ArraySlice<UInt8>) throws(RecordingError) -> StateDigest {
      guard let digest = StateDigest(bytes.dropFirst().dropLast()) else {
        throw RecordingError(
          .damaged, "\(ValueLine.cut(String(decoding: bytes, as: UTF8.self))) is no digest")
      }
      return digest
    }

    private func text(_ bytes: ArraySlice<UInt8>) throws(RecordingError) -> String {
      do {
        return try JSONDecoder.ofRecordings.decode(String.self, from: Data(bytes))
      } catch {
        throw RecordingError(.damaged, RecordingError.reason(of: error))
      }
    }
  }
}

/// What the first line says.
struct RecordedHeader: Sendable {
  let program: String
  let version: String
  /// The initial state as JSON.
  let state: [UInt8]
  let digest: StateDigest?

  fileprivate init(format: Int, _ members: RecordedLine.Members) throws(RecordingError) {
    guard format == RecordingFormat.version else {
      throw RecordingError(
        .noRecording,
        "the recording has the format \(format), and this program reads \(RecordingFormat.version)")
    }
    guard let program = members.program, let version = members.version, let state = members.state
    else { throw RecordingError(.noRecording, "the header has no program, version or state") }
    self.program = program
    self.version = version
    self.state = Array(state)
    digest = members.digest
  }
}

/// What a line says of an action.
struct RecordedStep {
  let number: Int
  /// In nanoseconds.
  let time: Int64
  let source: ArraySlice<UInt8>?
  /// The action as JSON.
  let action: ArraySlice<UInt8>
  let draws: ArraySlice<UInt8>?
  /// The digest of the state after the action; `nil` if a migration has removed it.
  let digest: StateDigest?
  /// The digests of the members that the action has changed.
  let changed: ArraySlice<UInt8>?

  /// What the reducer drew.
  func answers() throws(RecordingError) -> [DrawTape.Answer] {
    guard let draws else { return [] }
    return try Self.answers(draws)
  }

  private static func answers(
    _ draws: ArraySlice<UInt8>
  ) throws(RecordingError) -> [DrawTape.Answer] {
    var answers: [DrawTape.Answer] = []
    try JSONScanner.elements(of: draws) { element throws(RecordingError) in
      try JSONScanner.members(of: draws[element]) { name, value throws(RecordingError) in
        // A name with an escape is that of no source in Swift that anybody would write.
        answers.append(
          DrawTape.Answer(String(decoding: draws[name], as: UTF8.self), json: Array(draws[value])))
      }
    }
    return answers
  }

  /// What the reducer drew, each as JSON.
  func drawTexts() throws(RecordingError) -> [String] {
    guard let draws else { return [] }
    var texts: [String] = []
    try JSONScanner.elements(of: draws) { texts.append(String(decoding: draws[$0], as: UTF8.self)) }
    return texts
  }

  /// Reads draws that were written one by one.
  static func answers(_ texts: [String]) throws(RecordingError) -> [DrawTape.Answer] {
    let list = Array("[\(texts.joined(separator: ","))]".utf8)
    return try answers(list[...])
  }

  /// The digests of the members that the action has changed, `nil` for one that it has removed.
  func changedMembers() -> [String: StateDigest?]? {
    guard let changed else { return nil }
    var members: [String: StateDigest?] = [:]
    for member in changed.dropFirst().dropLast().split(separator: UInt8(ascii: " ")) {
      let parts = member.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
      members[String(decoding: parts[0], as: UTF8.self)] = .some(StateDigest(parts.last ?? []))
    }
    return members
  }

  /// Who sent the action.
  func decodedSource() throws(RecordingError) -> RecordedSource {
    guard let source, !source.elementsEqual(#""caller""#.utf8) else { return .caller }
    do {
      return try JSONDecoder.ofRecordings.decode(RecordedSource.self, from: Data(source))
    } catch {
      throw RecordingError(
        .undecodable,
        "the sender of the action cannot be decoded: \(RecordingError.reason(of: error))")
    }
  }
}

extension DependencyValues {
  /// Has reducers draw what was recorded, in order, each value as JSON; other dependencies have
  /// live values, except that the storage of shared keys stays.
  package mutating func drawRecorded(_ draws: [String]) throws(RecordingError) {
    let tape = DrawTape.answering()
    let answers = try RecordedStep.answers(draws)
    tape.begin(answers.filter { !SharedArrivals.isArrival($0) })
    self[SharedArrivalsKey.self] = SharedArrivals(answers)
    let storage = sharedStorage
    context = .live
    sharedStorage = storage
    answerDraws(by: tape)
  }
}

/// Decodes a value of a recording.
package func decodeRecorded<Value: Decodable>(_ json: String) throws -> Value {
  try JSONDecoder.ofRecordings.decode(Value.self, from: Data(json.utf8))
}
