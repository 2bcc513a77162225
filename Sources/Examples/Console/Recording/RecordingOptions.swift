import Foundation

/// What a command line asks for about recordings.
package struct RecordingOptions: Equatable, Sendable {
  /// Where to record the run.
  package var record: String?
  /// Whether that may replace what is in the file.
  package var replaces = false
  /// What to go on from, and where to record the run.
  package var resume: String?
  /// What to step through instead of a run.
  package var replay: String?
  /// What to print as a test instead of a run.
  package var test: String?
  /// What to print as a page instead of a run.
  package var report: String?
  /// The most steps of that page, the last ones; nil for all.
  package var last: Int?

  package init() {}

  /// Whether the program is to run, and not to show a recording.
  package var isRun: Bool { replay == nil && test == nil && report == nil }

  /// Refuses to record to a file in which a program keeps something else.
  package func check(otherThan path: String, of option: String) throws(UsageError) {
    guard let file = record ?? resume, Self.resolved(file) == Self.resolved(path) else { return }
    let recording = record != nil ? "--record" : "--resume"
    throw UsageError("'\(option)' and '\(recording)' name the same file, '\(path.printable)'")
  }

  /// The path without links and dots; of the folder, too, if there is no such file yet.
  private static func resolved(_ path: String) -> URL {
    let url = URL(fileURLWithPath: path).standardizedFileURL.resolvingSymlinksInPath()
    return url.deletingLastPathComponent().resolvingSymlinksInPath()
      .appendingPathComponent(url.lastPathComponent)
  }

  /// The part of a help that explains these options.
  package static let help = """
      --record FILE   write each action to FILE, a recording that can be replayed
      --replace       replace what is in that FILE; it is refused otherwise
      --resume FILE   go on where a recording ends, and record in the same FILE
      --replay FILE   step through a recording instead: with the arrow keys on a
                      terminal, else each step is printed
      test FILE       print a recording as the source of a test instead
      report FILE     print a recording as a page for a browser instead, as in
                      report run.jsonl > run.html
      --last COUNT    only the last steps on that page
    """

  /// What a help says of the status that a recording may lead to.
  package static let statusHelp = """
      65   a recording cannot be written or read, or its replay differs
    """
}

extension Option {
  /// The options about recordings, which every program with a store may have.
  package static func recording(
    _ path: any WritableKeyPath<Values, RecordingOptions> & Sendable
  ) -> [Option] {
    [
      .file("--record", path) { $0.record = $1 },
      .flag("--replace") { $0[keyPath: path].replaces = true },
      .file("--resume", path) { $0.resume = $1 },
      .file("--replay", path) { $0.replay = $1 },
      .file("test", path) { $0.test = $1 },
      .file("report", path) { $0.report = $1 },
      .value("--last", missing: neededCount) { values, text throws(UsageError) in
        guard let count = Int(text), count > 0 else {
          throw UsageError("option '--last' needs \(neededCount)")
        }
        values[keyPath: path].last = count
      },
    ]
  }

  private static func file(
    _ name: String, _ path: any WritableKeyPath<Values, RecordingOptions> & Sendable,
    set: @escaping @Sendable (inout RecordingOptions, String) -> Void
  ) -> Option {
    let missing = "a path, as in \(name) run.jsonl"
    return .value(name, missing: missing) { values, file throws(UsageError) in
      if file == "-" { throw UsageError("option '\(name)' needs \(missing)") }
      set(&values[keyPath: path], file)
      let options = values[keyPath: path]
      let files = [
        options.record, options.resume, options.replay, options.test, options.report,
      ]
      if files.count(where: { $0 != nil }) > 1 {
        throw UsageError(
          "only one of '--record', '--resume', '--replay', 'test' and 'report' can be given")
      }
    }
  }
}

private let neededCount = "a number of steps, as in --last 1000"
