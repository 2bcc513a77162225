import Ratchet

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Reads a recording line by line: checks, migrates and decodes each line.
///
/// Used by `Replay`, and by a recorder that continues a file, to find the last intact line; the
/// recorder ignores the states and actions (`IgnoredValue`). Owns the open file. Do not continue
/// after an error.
///
/// Throws an error with its line number at a line that was changed or truncated, where lines are
/// missing, at a gap (actions that the recorder left out), and at the end of the file if it has no
/// end line.
struct RecordingReader<State: Codable, Action: Codable> {
  /// The extent of the lines that were read so far without an error.
  private(set) var whole = IntactPart()
  /// Whether nothing follows the line that was read last; an error there may come from a truncated
  /// last line or a missing end, which `Recording.intactPart` accepts.
  private(set) var isAtEnd = false
  /// The number of the line that was read last.
  private(set) var line = 0

  private var lines: LineReader
  private let migrations: [RecordingMigration]
  private let headerSum: StateDigest
  private let decoder = JSONDecoder.ofRecordings
  /// Whether the line that was read last is an end line, which says that no action is missing.
  ///
  /// Another store may continue the recording after it, with a start line.
  private var hasEnded = false

  init(_ recording: Recording) throws(RecordingError) {
    migrations = recording.migrations
    headerSum = recording.headerSum
    lines = try LineReader(recording.url)
    if let reason = migrations.impossibility {
      throw RecordingError(.otherVersion, line: 1, reason)
    }
  }

  /// Reads the next line; `nil` at the end of the file.
  ///
  /// The first line is a start. End lines are checked, but not returned.
  mutating func next() throws(RecordingError) -> RecordedLine<State, Action>.Content? {
    while let next = try lines.next() {
      line = next.number
      isAtEnd = !next.hasEnd
      if next.bytes.isEmpty, try hasOnlyEmptyLines() { break }
      do throws(RecordingError) {
        let recorded = try decoded(next)
        try check(recorded)
        whole.length = next.end
        if !hasEnded { return recorded.content }
      } catch {
        throw error.at(line)
      }
    }
    isAtEnd = true
    if hasEnded { return nil }
    if line == 0 { throw Self.otherFile.at(1) }
    throw RecordingError(
      .damaged, line: line + 1,
      "the recording has no end: its program still runs or was killed, or lines are missing")
  }

  /// Whether only empty lines follow, which editors may add at the end of a file.
  ///
  /// If so, `line` is set back to the last line that is not empty. If not, the lines that were
  /// skipped do not matter: the empty line is an error.
  private mutating func hasOnlyEmptyLines() throws(RecordingError) -> Bool {
    while let next = try lines.next() { if !next.bytes.isEmpty { return false } }
    line -= 1
    return true
  }

  /// Checks the checksum of a line, migrates the line, and decodes it.
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
      .unreadable, "the file changed after it was opened, or can be read only once, like a pipe")
  }

  /// Checks what a line says about the lines before it, and updates what was read so far.
  private mutating func check(_ line: RecordedLine<State, Action>) throws(RecordingError) {
    hasEnded = false
    switch line.content {
    case .start(let start):
      if start.after != whole.steps { throw RecordingError(.damaged, "another recording starts") }
    case .effect(let effect):
      whole.time = .nanoseconds(effect.time)
    case .gap(let count): throw RecordingError.gap(count)
    case .end(let count):
      if count != whole.steps {
        throw RecordingError(.damaged, "its end counts \(count) steps, but it has \(whole.steps)")
      }
      hasEnded = true
    case .step(let step):
      if step.step != whole.steps + 1 {
        throw RecordingError(
          .damaged, "step \(step.step) was found instead of step \(whole.steps + 1)")
      }
      whole.steps += 1
      whole.time = .nanoseconds(step.time)
    }
  }
}
