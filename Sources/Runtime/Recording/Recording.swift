public import FoundationEssentials

/// What an ``ActionRecorder`` has written: how a program got from its initial state to its last.
///
/// ```swift
/// let recording = try Recording(contentsOf: file, program: "counter")
/// switch recording.replay(Counter()) {
/// case .same(let steps): print("\(steps) steps, as recorded")
/// case .differs(let step, let difference): print("step \(step): \(difference)")
/// case .impossible(let line, let reason): print("line \(line): \(reason)")
/// }
/// ```
///
/// The file is read line by line each time it is needed, so it may be larger than memory. It must
/// not be changed meanwhile.
public struct Recording: Sendable {
  /// Where the recording is.
  public let url: URL
  /// The name of the program that was recorded.
  public let program: String
  /// The version of the program that was recorded.
  public let version: String
  /// The migrations that each line goes through, in order; none for the current version.
  ///
  /// Look at their grades before a replay: one that is impossible makes a replay so.
  public let migrations: [RecordingMigration]
  let header: RecordedHeader
  /// The check of the first line, which is read again for each use.
  fileprivate let headerSum: StateDigest

  /// Opens a recording and reads its first line.
  ///
  /// - Parameters:
  ///   - url: Where the recording is.
  ///   - program: The name of the program that must have made it; `nil` if any may have.
  ///   - version: The version of the program to which it is migrated; `nil` for as far as the
  ///     migrations lead.
  ///   - migrations: Each from a version to the next.
  /// - Throws: A ``RecordingError`` if the file cannot be read, is no recording, or is one of
  ///   another program or of a version from which no migrations lead to the current one.
  public init(
    contentsOf url: URL, program: String? = nil, version: String? = nil,
    migrations: [RecordingMigration] = []
  ) throws(RecordingError) {
    var lines = try LineReader(url)
    guard let line = try lines.next(), !line.bytes.isEmpty || line.hasEnd else {
      throw RecordingError(.noRecording, line: 1, "the file is empty")
    }
    let written = try Self.header(line)
    if let program, program != written.program {
      throw RecordingError(
        .otherProgram, line: 1,
        "the recording is of '\(written.program.cut)', not of '\(program)'")
    }
    guard
      let path = RecordingMigration.path(from: written.version, to: version, among: migrations)
    else {
      throw RecordingError(
        .otherVersion, line: 1,
        """
        the recording is of version \(written.version.cut), this program is version \
        \(version ?? ""), and no migration leads there
        """)
    }
    self.url = url
    self.program = written.program
    self.version = written.version
    self.migrations = path
    headerSum = RecordingFormat.sum(of: line.bytes)
    // Where nothing can be replayed, no closure is to run.
    header = path.isEmpty || path.impossibility != nil ? written : try Self.header(line, path)
  }

  /// Reads the header, after migrations.
  private static func header(
    _ line: LineReader.Line, _ migrations: [RecordingMigration] = []
  ) throws(RecordingError) -> RecordedHeader {
    do throws(RecordingError) {
      // What does not begin as a recording is called none, rather than one that was changed.
      guard line.bytes.starts(with: #"{"recording":"#.utf8) else {
        throw RecordingError(.noRecording, "the file is no recording")
      }
      let bytes = try RecordingReader.checked(line, migrations)
      guard case .header(let header) = try RecordedLine(bytes) else {
        throw RecordingError(.noRecording, "the file is no recording")
      }
      return header
    } catch {
      throw error.at(1)
    }
  }
}

extension String {
  /// A text of a file in bounded length.
  var cut: String { ValueLine.cut(self) }
}

/// Reads the actions of a recording.
struct RecordingReader {
  private var lines: LineReader
  private let migrations: [RecordingMigration]
  private var steps = 0
  /// The number of the line that was read last.
  private(set) var line = 1

  init(_ recording: Recording) throws(RecordingError) {
    migrations = recording.migrations
    lines = try LineReader(recording.url)
    if let reason = migrations.impossibility {
      throw RecordingError(.otherVersion, line: 1, reason)
    }
    guard let header = try lines.next(),
      RecordingFormat.sum(of: header.bytes) == recording.headerSum
    else {
      throw RecordingError(
        .unreadable, line: 1,
        "the file has changed since it was opened, or can be read only once, as a pipe")
    }
  }

  /// The next action; `nil` at the end.
  mutating func next() throws(RecordingError) -> RecordedStep? {
    guard let next = try lines.next() else { return nil }
    line = next.number
    if next.bytes.isEmpty, try isEndOfFile() { return nil }
    do throws(RecordingError) {
      return try step(RecordedLine(try Self.checked(next, migrations)))
    } catch {
      throw error.at(line)
    }
  }

  /// Whether nothing but empty lines is left, as editors leave them.
  private mutating func isEndOfFile() throws(RecordingError) -> Bool {
    while let next = try lines.next() { if !next.bytes.isEmpty { return false } }
    return true
  }

  private mutating func step(_ line: RecordedLine) throws(RecordingError) -> RecordedStep {
    switch line {
    case .header: throw RecordingError(.damaged, "another recording begins")
    case .gap(let count):
      throw RecordingError(
        .gap, "\(count) actions were not recorded, because the writer could not keep up")
    case .step(let step):
      steps += 1
      if step.number == steps { return step }
      throw RecordingError(
        .damaged, "it has step \(step.number), but step \(steps) comes next")
    }
  }

  /// The bytes of a line that is as it was written, after migrations.
  static func checked(
    _ line: LineReader.Line, _ migrations: [RecordingMigration]
  ) throws(RecordingError) -> ArraySlice<UInt8> {
    if let problem = RecordingFormat.problem(of: line.bytes, hasEnd: line.hasEnd) {
      throw RecordingError(.damaged, problem)
    }
    return try migrations.migrate(line.bytes)
  }
}
