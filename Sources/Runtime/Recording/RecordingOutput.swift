import FoundationEssentials
import Ratchet
import RatchetDependencies

/// Makes lines of what a recorder was told, without secrets, and appends them to its file.
struct RecordingOutput<State: Codable & Sendable, Action: Codable & Sendable>: Sendable {
  /// What one line is made of.
  enum Entry: Sendable {
    case start(State)
    case step(Step)
  }

  struct Step: Sendable {
    let number: Int
    let time: Duration
    let source: RecordedSource
    let action: Action
    let draws: [DrawTape.Draw]
    let state: State
  }

  let program: String
  let version: String
  /// Remove secrets from what is written.
  let redactState: @Sendable (State) -> State
  let redactAction: @Sendable (Action) -> Action
  let redactDraw: @Sendable (_ source: String, _ value: inout RecordedJSON) -> Void
  /// Given up at the end, so that another recorder can go on.
  private var file: RecordingFile?
  /// The number of actions that are in the file.
  private var steps: Int
  private var hasBegun = false
  /// The digests of the members of the last state.
  private var members: [String: StateDigest] = [:]
  private let encoder = JSONEncoder.ofRecordings

  /// About as much as the system takes at once.
  private static var block: Int { 1 << 15 }

  init(
    _ file: RecordingFile, program: String, version: String,
    redactState: @escaping @Sendable (State) -> State,
    redactAction: @escaping @Sendable (Action) -> Action,
    redactDraw: @escaping @Sendable (String, inout RecordedJSON) -> Void
  ) {
    self.file = file
    steps = file.whole.steps
    self.program = program
    self.version = version
    self.redactState = redactState
    self.redactAction = redactAction
    self.redactDraw = redactDraw
  }

  // MARK: - Writing

  /// Writes lines, and a gap after them if any are missing.
  mutating func write(_ entries: [Entry], missing: Int) throws(RecordingError) {
    var bytes: [UInt8] = []
    for entry in entries {
      do throws(RecordingError) {
        bytes += try line(of: entry)
      } catch {
        // Those before it are good.
        try append(&bytes)
        throw error
      }
      if bytes.count >= Self.block { try append(&bytes) }
    }
    if missing > 0 { bytes += try line(.gap(missing)) }
    try append(&bytes)
  }

  /// Writes that nothing is missing, if a store has begun, and gives up the file.
  mutating func end() throws(RecordingError) {
    defer { file = nil }
    guard hasBegun else { return }
    var bytes = try line(.end(steps))
    try append(&bytes)
  }

  /// Gives up the file.
  mutating func close() { file = nil }

  private func append(_ bytes: inout [UInt8]) throws(RecordingError) {
    guard let file else { return }
    do throws(FileFailure) { try file.file.append(bytes) } catch { throw file.unwritable(error) }
    bytes.removeAll(keepingCapacity: true)
  }

  // MARK: - Lines

  private mutating func line(of entry: Entry) throws(RecordingError) -> [UInt8] {
    switch entry {
    case .start(let state):
      let state = redactState(state)
      let prefix = try prefix()
      return prefix + (try Self.named("the initial state") { try start(state) })
    case .step(let step):
      let action = redactAction(step.action)
      return try Self.named("step \(step.number), \(ValueLine.text(action)),") {
        try self.step(step, action, redactState(step.state))
      }
    }
  }

  /// Makes the file what goes before a start.
  private func prefix() throws(RecordingError) -> [UInt8] {
    guard let file else { return [] }
    do throws(FileFailure) { return try file.begin() } catch { throw file.unwritable(error) }
  }

  /// Says what cannot be recorded.
  private static func named(
    _ name: @autoclosure () -> String, _ body: () throws -> [UInt8]
  ) throws(RecordingError) -> [UInt8] {
    do { return try body() } catch {
      let reason = RecordingError.reason(of: error)
      throw RecordingError(.unencodable, "\(name()) cannot be recorded: \(reason)")
    }
  }

  private mutating func start(_ state: State) throws -> [UInt8] {
    let digest: StateDigest
    (digest, members) = try StateDigest.withMembers(of: state)
    hasBegun = true
    return try line(
      .start(
        RecordedStart(
          program: program, version: version, after: steps, state: state, digest: digest)))
  }

  private mutating func step(_ step: Step, _ action: Action, _ state: State) throws -> [UInt8] {
    let (digest, members) = try StateDigest.withMembers(of: state)
    let draws = try step.draws.map { try draw($0) }
    let old = exchange(&self.members, with: members)
    // The only member differs if the state does.
    let changed = members.count == 1 ? [:] : StateDigest.changes(from: old, to: members)
    steps = step.number
    return try line(
      .step(
        RecordedStep(
          step: step.number, time: step.time.nanoseconds, from: step.source, action: action,
          draws: draws.isEmpty ? nil : draws, digest: digest,
          changed: changed.isEmpty ? nil : changed)))
  }

  /// What was drawn, as JSON without secrets.
  private func draw(_ draw: DrawTape.Draw) throws(RecordingError) -> [String: RecordedJSON] {
    do {
      let data = try encoder.encode(draw.value)
      var value = try JSONDecoder.ofRecordings.decode(RecordedJSON.self, from: data)
      redactDraw(draw.name, &value)
      return [draw.name: value]
    } catch {
      // The value is not named: it may be a secret.
      throw RecordingError(.unencodable, "what '\(draw.name)' gave cannot be encoded")
    }
  }

  private func line(
    _ line: RecordedLine<State, Action>
  ) throws(RecordingError) -> [UInt8] {
    do { return try RecordingFormat.line(line, encoder) } catch {
      throw RecordingError(.unencodable, RecordingError.reason(of: error))
    }
  }
}
