import Console
import Ratchet

@main @MainActor enum Main {
  static func main() async {
    await program.main { options in
      let printer = Printer(name: program.name)
      var state = Meetings.State()
      let storage = StorageClient.file(at: options.file)
      do throws(StorageError) {
        if options.recording.isRun { state.plans = try await storage.load() }
      } catch {
        printer.complain(error.message(about: "list"))
      }
      let (status, end) = try await program.run(
        Meetings(), from: state, .meetings, options.console, options.recording
      ) {
        $0[StorageClient.self] = storage
      }
      if let problem = end?.problem { printer.complain(problem.message(about: "list")) }
      return status == ExitStatus.success && end?.isSaved == false ? ExitStatus.notWritten : status
    }
  }
}

/// What the command line asks for.
struct Options: Equatable, Sendable {
  var console = ConsoleOptions()
  var recording = RecordingOptions()
  var file = "meetings.json"
}

let program = Program(
  "meetings", version: "0.1.0", defaults: Options(),
  options: Option.console(\.console) + Option.recording(\.recording) + [
    .value("--file", missing: "a path, as in --file meetings.json") { $0.file = $1 }
  ],
  argumentHint: "meetings takes options only",
  about: "Plans meetings and gives each speaker a slot: an example of a stack of screens.",
  help: """
    options:
      --file FILE     where they are kept; by default meetings.json in this folder
    \(ConsoleOptions.help)
      --no-wait       at end of input, do not wait for the end of a meeting
    \(RecordingOptions.help)
      --version       print the version
      --help          print this text

    Each screen names its keys. A change is saved after a second, and at the end.
    A file that cannot be read becomes FILE.damaged-1, and the list starts empty.

    exit status:
    \(ConsoleOptions.statusHelp)
    \(RecordingOptions.statusHelp)
    """)
