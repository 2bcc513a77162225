import Ratchet
package import RatchetDependencies

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

// The lines of a recording, which `RecordingOutput` writes and `RecordingReader` reads. The file is
// text, one JSON object a line (JSON Lines), with the members in alphabetical order and then `sum`.
// The first line is the start of a store; a store that continues the recording adds another start:
//
//   {"after":0,"digest":"...","program":"counter","recording":1,"state":...,"version":"0.1.0",
//    "sum":"..."}
//
// Any other line is an action that was reduced, an effect that started or ended, a gap with the
// number of actions that were not written, or the end with the number of all actions:
//
//   {"action":...,"changed":{"count":"..."},"digest":"...","draws":[{"uuid":"..."}],
//    "from":{"effect":2,"name":"fact"},"step":1,"time":600000000,"sum":"..."}
//   {"effect":2,"event":"started","name":"fact","origin":"Counter/Counter.swift:89","path":"",
//    "time":5000000,"sum":"..."}
//   {"effect":2,"event":"cancelled","reason":"id","time":610000000,"sum":"..."}
//   {"gap":12,"sum":"..."}
//   {"end":1,"sum":"..."}
//
// `sum` is a checksum of the bytes before it in the line. A digest is a hash of what a state
// encodes. Draws are reads: values that the reducer took from dependencies such as `uuid`; a replay
// answers with them. It ignores the lines of effects, which a page shows.

/// One line of a recording, in the form that is encoded and decoded, without the checksum `sum`.
///
/// To add a member to every line, add a property here, set it in `RecordingOutput.line`, and use it
/// in `RecordingReader.check`.
struct RecordedLine<State: Codable, Action: Codable>: Codable {
  let content: Content

  /// The kind of line, with the members of this kind, which are encoded directly in the line's
  /// object.
  enum Content {
    case start(RecordedStart<State>)
    case step(RecordedStep<Action>)
    case effect(RecordedEffect)
    /// The number of actions that were not written.
    case gap(Int)
    /// The number of all actions so far.
    case end(Int)
  }

  /// The members that only one kind of line has, by which a line's kind is found.
  private enum Key: CodingKey { case recording, step, effect, gap, end }

  init(_ content: Content) {
    self.content = content
  }

  init(from decoder: any Decoder) throws {
    let line = try decoder.container(keyedBy: Key.self)
    if line.contains(.step) {
      content = .step(try RecordedStep(from: decoder))
    } else if line.contains(.recording) {
      content = .start(try RecordedStart(from: decoder))
    } else if line.contains(.effect) {
      content = .effect(try RecordedEffect(from: decoder))
    } else if let count = try line.decodeIfPresent(Int.self, forKey: .gap) {
      content = .gap(count)
    } else {
      content = .end(try line.decode(Int.self, forKey: .end))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var line = encoder.container(keyedBy: Key.self)
    switch content {
    case .start(let start): try start.encode(to: encoder)
    case .step(let step): try step.encode(to: encoder)
    case .effect(let effect): try effect.encode(to: encoder)
    case .gap(let count): try line.encode(count, forKey: .gap)
    case .end(let count): try line.encode(count, forKey: .end)
    }
  }
}

/// The line of a store that begins: its program, and its initial state.
struct RecordedStart<State: Codable>: Codable {
  /// The version of the format.
  var recording = RecordingFormat.version
  let program: String
  let version: String
  /// The number of actions before this line, sent to the stores that this store continues.
  let after: Int
  let state: State
  /// The digest of the state; `nil` if a migration has removed it.
  let digest: StateDigest?
  /// The names of the members that `redactingState` has changed; `nil` if there are none.
  let redacted: [String]?
}

/// The line of an action that was reduced.
package struct RecordedStep<Action: Codable>: Codable {
  let step: Int
  /// The time in nanoseconds since the first store was made, without the time between stores.
  let time: Int64
  let from: RecordedSource
  let action: Action
  /// The reads of the reducer, each under the name of its source; `nil` if there are none.
  ///
  /// The old name, draws, stays in the files, so that older files stay readable.
  let draws: [[String: RecordedJSON]]?
  /// The digest of the state after the action; `nil` if a migration has removed it.
  let digest: StateDigest?
  /// The digests of the members that the action changed, so that a replay can name what differs.
  ///
  /// A member that is no longer encoded has the digest `nil`. The property is `nil` if no member
  /// changed, or if the state has only one member, which differs whenever the state does.
  let changed: [String: StateDigest?]?
  /// The names of the members that `redactingState` has changed here for the first time.
  let redacted: [String]?
}

/// Stands for a state or an action that is not decoded, because it is not needed or its type is not
/// known.
struct IgnoredValue: Codable {
  init(from decoder: any Decoder) {}
  func encode(to encoder: any Encoder) {}
}

extension ReadTape.Answer {
  /// Turns the reads of a line into the answers that the reducer of a replay receives.
  static func recorded(_ reads: [[String: RecordedJSON]]) throws(RecordingError) -> [Self] {
    do {
      return try reads.flatMap { read in
        try read.map { name, value in
          ReadTape.Answer(name, json: Array(try JSONEncoder.ofRecordings.encode(value)))
        }
      }
    } catch {
      throw RecordingError(.undecodable, RecordingError.reason(of: error))
    }
  }

  /// Turns the reads in the source of a printed test, each as JSON, into answers.
  package static func recorded(texts: [String]) throws(RecordingError) -> [Self] {
    let reads: [[String: RecordedJSON]]
    do { reads = try texts.map { try decodeRecorded($0) } } catch {
      throw RecordingError(.undecodable, RecordingError.reason(of: error))
    }
    return try recorded(reads)
  }
}

/// Decodes a value from the JSON in the source of a printed test.
package func decodeRecorded<Value: Decodable>(_ json: String) throws -> Value {
  try JSONDecoder.ofRecordings.decode(Value.self, from: Data(json.utf8))
}
