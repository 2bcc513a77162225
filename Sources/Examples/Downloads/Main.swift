import Console
import Foundation
import Ratchet

@main @MainActor enum Main {
  static func main() async {
    await program.main { options in
      try options.check()
      let (status, state) = try await program.run(
        Downloads(), from: Downloads.State(options.sources), .downloads, options.console,
        options.recording
      ) {
        $0[DownloadClient.self] = .http(into: options.folder)
      }
      let hasFailed = status == ExitStatus.success && (state?.failureCount ?? 0) > 0
      return hasFailed ? ExitStatus.notWritten : status
    }
  }
}

/// The options of the command line.
struct Options: Equatable, Sendable {
  var console = ConsoleOptions()
  var recording = RecordingOptions()
  var folder = "."
  private(set) var sources: [Source] = []
  /// The most bytes of a name, which a file system has 255 of: the part's has five more.
  private static let longestName = 250
  /// The names of all files.
  private var names: Set<String> = []

  /// Refuses to download what the recording names, and to record to a file that is downloaded.
  func check() throws(UsageError) {
    if sources.isEmpty { return }
    if recording.resume != nil {
      throw UsageError("option '--get' cannot be used with '--resume', which names the files")
    }
    for name in names {
      try recording.check(otherThan: "\(folder)/\(name)", of: "--get")
    }
  }

  /// Adds a file named after the last part of its URL, with a number if that is taken.
  mutating func add(_ url: URL) {
    if sources.contains(where: { $0.url == url }) { return }
    let last = url.lastPathComponent.replacing("/", with: "_").printable
    var name = ["", ".", "..", "_"].contains(last) ? "index" : last
    for number in 1... {
      let start = number == 1 ? "" : "\(number)-"
      while start.utf8.count + name.utf8.count > Self.longestName { name.removeLast() }
      let name = start + name
      let files: Set = [name, name + ".part", name + ".tag"]
      guard names.isDisjoint(with: files) else { continue }
      names.formUnion(files)
      return sources.append(Source(url: url, name: name))
    }
  }
}

let program = Program(
  "downloads", version: "0.1.0", defaults: Options(),
  options: Option.console(\.console) + Option.recording(\.recording) + [
    .url("--get", example: "http://127.0.0.1:8080/a.iso") { $0.add($1) },
    .value("--into", missing: "a folder, as in --into files") { $0.folder = $1 },
  ],
  argumentHint: "name files as in --get URL",
  about: "Downloads files, a few at a time: an example of rows with effects of their own.",
  help: """
    options:
      --get URL       download a file, under the last part of its name; may be given
                      several times, and three are under way at once
      --into FOLDER   where to; by default this folder
    \(ConsoleOptions.help)
      --wait          at end of input, finish the downloads first (default)
      --no-wait       at end of input, leave them as they are
    \(RecordingOptions.help)
      --version       print the version
      --help          print this text

    A file is NAME.part until it is whole, and NAME.tag says what it is a part of.
    What was paused, interrupted or killed is continued by the next run, if the
    server can do that and has the same file. A file that is already there is not
    asked for; it counts as already there, not as downloaded, and not as a failure.

    keys:
      \(Downloads.keyHelp.joined(separator: "\n  "))

    exit status:
    \(ConsoleOptions.statusHelp)
    \(RecordingOptions.statusHelp)
      74   also if a file was not downloaded

    example:
      downloads --get http://127.0.0.1:8080/a.iso </dev/null
    """)
