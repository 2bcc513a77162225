import FoundationEssentials
import Ratchet

/// Reads the lines of a recording.
struct RecordingReader<State: Codable, Action: Codable> {
  /// What the file has before the line that is read next.
  private(set) var whole = WholePart()
  /// Whether nothing follows the line that was read last.
  private(set) var isAtEnd = false
  /// The number of the line that was read last.
  private(set) var line = 0

  private var lines: LineReader
  private let migrations: [RecordingMigration]
  private let headerSum: StateDigest
  private let decoder = JSONDecoder.ofRecordings
  /// Whether the line that was read last says that no action is missing before it.
  private var hasEnded = false

  /// A line that changes the state.
  enum Entry {
    case start(RecordedStart<State>)
    case step(RecordedStep<Action>)
  }

  init(_ recording: Recording) throws(RecordingError) {
    migrations = recording.migrations
    headerSum = recording.headerSum
    lines = try LineReader(recording.url)
    if let reason = migrations.impossibility {
      throw RecordingError(.otherVersion, line: 1, reason)
    }
  }

  /// The next line that changes the state, of which the first is a start; `nil` at the end.
  mutating func next() throws(RecordingError) -> Entry? {
    while let next = try lines.next() {
      line = next.number
      isAtEnd = !next.hasEnd
      if next.bytes.isEmpty, try hasOnlyEmptyLines() { break }
      do throws(RecordingError) {
        let entry = try entry(of: try decoded(next))
        whole.length = next.end
        if let entry { return entry }
      } catch {
        throw error.at(line)
      }
    }
    isAtEnd = true
    if hasEnded { return nil }
    if line == 0 { throw Self.otherFile.at(1) }
    throw RecordingError(
      .damaged, line: line + 1,
      "the recording has no end: its program goes on, was killed, or lines are missing")
  }

  /// Whether nothing but empty lines is left, as editors leave them.
  private mutating func hasOnlyEmptyLines() throws(RecordingError) -> Bool {
    while let next = try lines.next() { if !next.bytes.isEmpty { return false } }
    line -= 1
    return true
  }

  private mutating func decoded(
    _ line: LineReader.Line
  ) throws(RecordingError) -> RecordedLine<State, Action> {
    if line.number == 1, RecordingFormat.sum(of: line.bytes) != headerSum {
      throw Self.otherFile
    }
    if let problem = RecordingFormat.problem(of: line.bytes, hasEnd: line.hasEnd) {
      throw RecordingError(.damaged, problem)
    }
    let bytes = try migrations.migrate(line.bytes)
    do {
      return try decoder.decode(RecordedLine<State, Action>.self, from: Data(bytes))
    } catch {
      throw RecordingError(
        .undecodable, "the line cannot be decoded: \(RecordingError.reason(of: error))")
    }
  }

  private static var otherFile: RecordingError {
    RecordingError(
      .unreadable, "the file has changed since it was opened, or can be read only once, as a pipe")
  }

  private mutating func entry(
    of line: RecordedLine<State, Action>
  ) throws(RecordingError) -> Entry? {
    hasEnded = false
    switch line {
    case .start(let start):
      if start.after != whole.steps { throw RecordingError(.damaged, "another recording begins") }
      return .start(start)
    case .gap(let count): throw RecordingError.gap(count)
    case .end(let count):
      if count != whole.steps {
        throw RecordingError(.damaged, "it ends after step \(count), but has \(whole.steps) steps")
      }
      hasEnded = true
      return nil
    case .step(let step):
      if step.step != whole.steps + 1 {
        throw RecordingError(
          .damaged, "it has step \(step.step), but step \(whole.steps + 1) comes next")
      }
      whole.steps += 1
      whole.time = .nanoseconds(step.time)
      return .step(step)
    }
  }
}
