import Ratchet
import RatchetDependencies

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Encodes what a recorder observed as lines, without secrets, and appends them to the file.
///
/// Used by `RecordingWriter`, which owns it, off the main actor. Owns the file. Do not write
/// entries out of order: the line of an action depends on the state before it.
///
/// A *read* is a value that a reducer took from a recorded dependency such as `uuid`. A *digest* is
/// a hash of what a state encodes: a replay compares digests, since only initial states are
/// recorded.
struct RecordingOutput<State: Codable & Sendable, Action: Codable & Sendable>: Sendable {
  /// What one line is written from: the initial state of a store, an action, or an effect that has
  /// started or ended.
  enum Entry: Sendable {
    case start(State)
    case step(Step)
    case effect(RecordedEffect.Moment, Duration)
  }

  /// An action that was reduced, what its reducer read, and the state after it.
  struct Step: Sendable {
    let number: Int
    let time: Duration
    let source: RecordedSource
    let action: Action
    let reads: [ReadTape.Answer]
    let state: State
  }

  let program: String
  let version: String
  /// The user's closures that remove secrets before anything is written.
  let redactState: (@Sendable (State) -> State)?
  let redactAction: @Sendable (Action) -> Action
  let redactRead: @Sendable (_ source: String, _ value: inout RecordedJSON) -> Void
  let redactPath: @Sendable (String) -> String
  /// The file; `nil` after the end, so that another recorder can continue it.
  private var file: RecordingFile?
  /// The number of the last action in the file.
  private var steps: Int
  /// Whether a store has begun; if not, no end line is written.
  private var hasBegun = false
  /// The digests of the state's members after the last line, to write only those that change.
  private var members: [String: StateDigest] = [:]
  /// The names of the members that `redactState` has changed so far.
  private var redacted: Set<String> = []
  private let encoder = JSONEncoder.ofRecordings

  /// The number of bytes to collect for a write: about what the system takes at once.
  private static var block: Int { 1 << 15 }

  init(
    _ file: RecordingFile, program: String, version: String,
    redactState: (@Sendable (State) -> State)?,
    redactAction: @escaping @Sendable (Action) -> Action,
    redactRead: @escaping @Sendable (String, inout RecordedJSON) -> Void,
    redactPath: @escaping @Sendable (String) -> String
  ) {
    self.file = file
    steps = file.whole.steps
    self.program = program
    self.version = version
    self.redactState = redactState
    self.redactAction = redactAction
    self.redactRead = redactRead
    self.redactPath = redactPath
  }

  // MARK: - Writing

  /// Writes the lines of entries, and then a gap line if entries after them were dropped.
  mutating func write(_ entries: [Entry], missing: Int) throws(RecordingError) {
    var bytes: [UInt8] = []
    for entry in entries {
      do throws(RecordingError) {
        bytes += try line(of: entry)
      } catch {
        // The lines before the one that failed are complete.
        try append(&bytes)
        throw error
      }
      if bytes.count >= Self.block { try append(&bytes) }
    }
    if missing > 0 { bytes += try line(.gap(missing)) }
    try append(&bytes)
  }

  /// Writes the end line, if a store has begun, and gives up the file.
  mutating func end() throws(RecordingError) {
    defer { file = nil }
    guard hasBegun else { return }
    var bytes = try line(.end(steps))
    try append(&bytes)
  }

  /// Gives up the file, which closes and unlocks it.
  mutating func close() { file = nil }

  /// Appends the bytes to the file, and empties them.
  private func append(_ bytes: inout [UInt8]) throws(RecordingError) {
    guard let file else { return }
    do throws(FileFailure) { try file.file.append(bytes) } catch { throw file.unwritable(error) }
    bytes.removeAll(keepingCapacity: true)
  }

  // MARK: - Lines

  private mutating func line(of entry: Entry) throws(RecordingError) -> [UInt8] {
    switch entry {
    case .start(let state):
      // Encoded before `prefix` empties or cuts the file: if encoding fails, the file is unchanged.
      let line = try Self.named("the initial state") { try start(state) }
      return try prefix() + line
    case .step(let step):
      let action = redactAction(step.action)
      return try Self.named("step \(step.number), \(ValueLine.text(action)),") {
        try self.step(step, action)
      }
    case .effect(let moment, let time):
      var effect = RecordedEffect(moment, time)
      effect.path = effect.path.map(redactPath)
      return try line(.effect(effect))
    }
  }

  /// Prepares the file for the first line of a store; returns the bytes to write before the line.
  private func prefix() throws(RecordingError) -> [UInt8] {
    guard let file else { return [] }
    do throws(FileFailure) { return try file.begin() } catch { throw file.unwritable(error) }
  }

  /// Names the state or the action in the error if it cannot be encoded.
  private static func named(
    _ name: @autoclosure () -> String, _ body: () throws -> [UInt8]
  ) throws(RecordingError) -> [UInt8] {
    do { return try body() } catch {
      let reason = RecordingError.reason(of: error)
      throw RecordingError(.unencodable, "\(name()) cannot be recorded: \(reason)")
    }
  }

  /// The line of an initial state.
  private mutating func start(_ state: State) throws -> [UInt8] {
    let plain = state
    let state = redactState?(plain) ?? plain
    let digest: StateDigest
    (digest, members) = try StateDigest.withMembers(of: state)
    hasBegun = true
    return try line(
      .start(
        RecordedStart(
          program: program, version: version, after: steps, state: state, digest: digest,
          redacted: newlyRedacted(plain))))
  }

  /// The names of the members that `redactState` has changed for the first time; `nil` for none.
  ///
  /// `members` already has the digests of the state after redaction, and `plain` is the state
  /// before it.
  private mutating func newlyRedacted(_ plain: State) -> [String]? {
    guard redactState != nil, let plain = try? StateDigest.withMembers(of: plain).members else {
      return nil
    }
    let names = StateDigest.changes(from: members, to: plain).keys
      .filter { redacted.insert($0).inserted }
    return names.isEmpty ? nil : names.sorted()
  }

  /// The line of an action, which is given after redaction.
  private mutating func step(_ step: Step, _ action: Action) throws -> [UInt8] {
    let state = redactState?(step.state) ?? step.state
    let (digest, members) = try StateDigest.withMembers(of: state)
    let reads = try step.reads.map { try json(of: $0) }
    let old = exchange(&self.members, with: members)
    // A single member needs no digest of its own: it differs if the state does.
    let changed = members.count == 1 ? [:] : StateDigest.changes(from: old, to: members)
    steps = step.number
    return try line(
      .step(
        RecordedStep(
          step: step.number, time: step.time.nanoseconds, from: step.source, action: action,
          draws: reads.isEmpty ? nil : reads, digest: digest,
          changed: changed.isEmpty ? nil : changed, redacted: newlyRedacted(step.state))))
  }

  /// Encodes a read as JSON without secrets, under the name of its source.
  private func json(of read: ReadTape.Answer) throws(RecordingError) -> [String: RecordedJSON] {
    do {
      let data = try encoder.encode(read)
      var value = try JSONDecoder.ofRecordings.decode(RecordedJSON.self, from: data)
      redactRead(read.name, &value)
      return [read.name: value]
    } catch {
      // The error names only the source: the value may be a secret.
      throw RecordingError(.unencodable, "the value from '\(read.name)' cannot be encoded")
    }
  }

  /// The bytes of a line, with its checksum and line end.
  private func line(
    _ content: RecordedLine<State, Action>.Content
  ) throws(RecordingError) -> [UInt8] {
    do { return try RecordingFormat.line(RecordedLine(content), encoder) } catch {
      throw RecordingError(.unencodable, RecordingError.reason(of: error))
    }
  }
}
