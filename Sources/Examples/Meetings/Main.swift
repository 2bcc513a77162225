import Console
import Ratchet

@main @MainActor enum Main {
  static func main() async {
    await program.main { options throws(SystemError) in
      let complain = { (problem: StorageError) in
        Printer(name: program.name).complain(problem.message(about: "list"))
      }
      var state = Meetings.State()
      let storage = StorageClient.file(at: options.file)
      do throws(StorageError) { state.plans = try await storage.load() } catch { complain(error) }
      let store = Store(initialState: state) {
        Meetings()
      } withDependencies: {
        $0[StorageClient.self] = storage
      }
      let status = try await Session(store, .meetings, options.console).run()
      if let problem = store.problem { complain(problem) }
      return status == ExitStatus.success && !store.isSaved ? ExitStatus.notWritten : status
    }
  }
}

/// What the command line asks for.
struct Options: Equatable, Sendable {
  var console = ConsoleOptions()
  var file = "meetings.json"
}

let program = Program(
  "meetings", version: "0.1.0", defaults: Options(),
  options: Option.console(\.console) + [
    .value("--file", missing: "a path, as in --file meetings.json") { $0.file = $1 }
  ],
  argumentHint: "meetings takes options only",
  about: "Plans meetings and gives each speaker a slot: an example of a stack of screens.",
  help: """
    options:
      --file FILE     where they are kept; by default meetings.json in this folder
    \(ConsoleOptions.help)
      --no-wait       at end of input, do not wait for the end of a meeting
      --version       print the version
      --help          print this text

    Each screen names its keys. A change is saved after a second, and at the end.
    A file that cannot be read becomes FILE.damaged-1, and the list starts empty.

    exit status:
    \(ConsoleOptions.statusHelp)
    """)
