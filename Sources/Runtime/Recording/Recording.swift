import Ratchet

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A file that an ``ActionRecorder`` wrote: the initial state of a store, and its actions.
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
/// The file is read line by line each time it is needed, so it may be larger than memory. Do not
/// change it while it is in use.
public struct Recording: Sendable {
  /// Where the recording is.
  public let url: URL
  /// The name of the program that was recorded.
  public let program: String
  /// The version of the program that was recorded.
  public let version: String
  /// The migrations that are applied to each line, in order; none for the current version.
  ///
  /// Check the ``RecordingMigration/risk`` of each before a replay. If a migration is impossible,
  /// so is the replay.
  public let migrations: [RecordingMigration]
  /// The checksum of the first line, which each later use compares to find a replaced file.
  let headerSum: StateDigest

  /// Opens a recording and reads its first line.
  ///
  /// - Parameters:
  ///   - url: Where the recording is.
  ///   - program: The name of the program that must have made it; `nil` accepts any.
  ///   - version: The version of the program to which it is migrated; `nil` for the farthest
  ///     version to which the migrations lead.
  ///   - migrations: The known migrations, each from a version to the next.
  /// - Throws: A ``RecordingError`` if the file cannot be read, is not a recording, belongs to
  ///   another program, or has a version that cannot be migrated to the current one.
  public init(
    contentsOf url: URL, program: String? = nil, version: String? = nil,
    migrations: [RecordingMigration] = []
  ) throws(RecordingError) {
    var lines = try LineReader(url)
    // A file with only a byte order mark has a first line, without bytes and without a line end.
    guard let line = try lines.next(), !line.bytes.isEmpty || line.hasEnd else {
      throw RecordingError(.noRecording, line: 1, "the file is empty")
    }
    let header = try Self.header(line)
    if let program, program != header.program {
      throw RecordingError(
        .otherProgram, line: 1, "the recording is of '\(header.program.cut)', not of '\(program)'")
    }
    // `nil` only if a version was given: without one, there is a path, which may be empty.
    guard
      let path = RecordingMigration.path(from: header.version, to: version, among: migrations)
    else {
      throw RecordingError(
        .otherVersion, line: 1,
        """
        the recording is of version \(header.version.cut), this program is version \
        \(version ?? ""), and no migration converts it
        """)
    }
    self.url = url
    self.program = header.program
    self.version = header.version
    self.migrations = path
    headerSum = RecordingFormat.sum(of: line.bytes)
  }

  /// Counts the actions, up to a limit, by the beginnings of the lines.
  ///
  /// Used to refuse a page with too many steps. Stops at a line that cannot be read; a replay
  /// reports that line.
  package func stepCount(upTo limit: Int) throws(RecordingError) -> Int {
    var (lines, steps) = (try LineReader(url), 0)
    while steps < limit, let line = try? lines.next() {
      if line.bytes.starts(with: RecordingFormat.stepBeginning) { steps += 1 }
    }
    return steps
  }

  /// The member of the first line that has the version of the format.
  ///
  /// Decoded before the others, because a later format may have other members.
  private struct Format: Decodable { let recording: Int }

  /// Checks and decodes the first line, without its state.
  private static func header(
    _ line: LineReader.Line
  ) throws(RecordingError) -> RecordedStart<IgnoredValue> {
    // A file that does not begin like a recording is reported as none, not as a damaged one.
    guard line.bytes.starts(with: RecordingFormat.startBeginning) else {
      throw RecordingFormat.noRecording
    }
    if let problem = RecordingFormat.problem(of: line.bytes, hasEnd: line.hasEnd) {
      throw RecordingError(.damaged, line: 1, problem)
    }
    let data = Data(line.bytes)
    let decoder = JSONDecoder.ofRecordings
    guard let format = try? decoder.decode(Format.self, from: data).recording else {
      throw RecordingFormat.noRecording
    }
    guard format == RecordingFormat.version else {
      throw RecordingError(
        .noRecording, line: 1,
        "the recording has the format \(format), and this program reads \(RecordingFormat.version)")
    }
    do {
      return try decoder.decode(RecordedStart<IgnoredValue>.self, from: data)
    } catch {
      throw RecordingError(.noRecording, line: 1, RecordingError.reason(of: error))
    }
  }
}

extension String {
  /// The text, cut to a bounded length, because a text from a file may be long.
  var cut: String { ValueLine.cut(self) }
}
