import FoundationEssentials
import Ratchet
package import RatchetDependencies

// A recording is a text file of JSON Lines, whose members are in alphabetical order. A line is the
// start of a store, which the first line is:
//
//   {"after":0,"digest":"...","program":"counter","recording":1,"state":...,"version":"0.1.0",
//    "sum":"..."}
//
// an action, a gap where so many actions were not written, or the end, which has the number of all
// actions. After an end, another store may have gone on:
//
//   {"action":...,"changed":{"count":"..."},"digest":"...","draws":[{"uuid":"..."}],
//    "from":{"effect":2,"name":"fact"},"step":1,"time":600000000,"sum":"..."}
//   {"gap":12,"sum":"..."}
//   {"end":1,"sum":"..."}
//
// `sum` is of all that stands before it in the line.

/// One line of a recording.
enum RecordedLine<State: Codable, Action: Codable>: Codable {
  case start(RecordedStart<State>)
  case step(RecordedStep<Action>)
  case gap(Int)
  case end(Int)

  private enum Key: CodingKey { case recording, step, gap, end }

  init(from decoder: any Decoder) throws {
    let line = try decoder.container(keyedBy: Key.self)
    if line.contains(.step) {
      self = .step(try RecordedStep(from: decoder))
    } else if line.contains(.recording) {
      self = .start(try RecordedStart(from: decoder))
    } else if let count = try line.decodeIfPresent(Int.self, forKey: .gap) {
      self = .gap(count)
    } else {
      self = .end(try line.decode(Int.self, forKey: .end))
    }
  }

  func encode(to encoder: any Encoder) throws {
    switch self {
    case .start(let start): return try start.encode(to: encoder)
    case .step(let step): return try step.encode(to: encoder)
    case .gap, .end: break
    }
    var line = encoder.container(keyedBy: Key.self)
    if case .gap(let count) = self { try line.encode(count, forKey: .gap) }
    if case .end(let count) = self { try line.encode(count, forKey: .end) }
  }
}

/// What a line says of a store that begins.
struct RecordedStart<State: Codable>: Codable {
  /// The version of the format.
  var recording = RecordingFormat.version
  let program: String
  let version: String
  /// The number of actions before, of stores that have been gone on from.
  let after: Int
  let state: State
  /// The digest of the state; `nil` if a migration has removed it.
  let digest: StateDigest?
}

/// What a line says of an action.
struct RecordedStep<Action: Codable>: Codable {
  let step: Int
  /// In nanoseconds since the first store was made, without the time between stores.
  let time: Int64
  let from: RecordedSource
  let action: Action
  /// What the reducer drew, each under the name of its source; `nil` if nothing.
  let draws: [[String: RecordedJSON]]?
  /// The digest of the state after the action; `nil` if a migration has removed it.
  let digest: StateDigest?
  /// The digests of the members that are not what they were after the line before, to name in a
  /// difference.
  ///
  /// It is `nil` under the name of one that is not encoded any more, and left out for a state with
  /// one member.
  let changed: [String: StateDigest?]?
}

/// A value that is passed over, because it is not needed or its type is not known.
struct IgnoredValue: Codable {
  init(from decoder: any Decoder) {}
  func encode(to encoder: any Encoder) {}
}

extension DrawTape.Answer {
  /// What a line has for the draws of its reducer.
  static func recorded(_ draws: [[String: RecordedJSON]]) throws(RecordingError) -> [Self] {
    do {
      return try draws.flatMap { draw in
        try draw.map { name, value in
          DrawTape.Answer(name, json: Array(try JSONEncoder.ofRecordings.encode(value)))
        }
      }
    } catch {
      throw RecordingError(.undecodable, RecordingError.reason(of: error))
    }
  }

  /// Reads draws that were written one by one.
  package static func recorded(texts: [String]) throws(RecordingError) -> [Self] {
    let draws: [[String: RecordedJSON]]
    do { draws = try texts.map { try decodeRecorded($0) } } catch {
      throw RecordingError(.undecodable, RecordingError.reason(of: error))
    }
    return try recorded(draws)
  }
}

extension DependencyValues {
  /// Has reducers draw what was recorded, in order, each value as JSON; other dependencies have
  /// live values, except that the storage of shared keys stays.
  package mutating func drawRecorded(_ draws: [String]) throws(RecordingError) {
    let tape = DrawTape.answering()
    let answers = try DrawTape.Answer.recorded(texts: draws)
    tape.begin(answers.filter { !SharedArrivals.isArrival($0) })
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
