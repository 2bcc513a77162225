import Console
import Ratchet

@main @MainActor enum Main {
  static func main() async {
    await program.main { options in
      let printer = Printer(name: program.name)
      let files = FileStorage()
      try options.recording.check(otherThan: options.file, of: "--file")
      prepareDependencies { $0[PlansFile.self].path = options.file }
      if options.recording.isRun { try await files.load(.plans) }
      files.takeProblems().forEach(printer.complain)
      var interface = Interface.meetings
      interface.resumed = { state in
        files.restore(state.plans, of: .plans)
        return state
      }
      return try await files.finish(complain: printer.complain) {
        try await program.run(
          Meetings(), from: Meetings.State(), interface, options.console, options.recording
        ) {
          $0.sharedStorage = files.storage
          $0[FileStorage.self] = files
        }.status
      }
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
      --no-wait       at end of input, cancel what still runs
    \(RecordingOptions.help)
      --version       print the version
      --help          print this text

    Each screen names its keys, and ? shows all of them. A change is saved after
    half a second, and at the end. A meeting that goes on ends with the program, or
    at the end of input, and is recorded. A file that has no meetings is left alone:
    it may be another program's.

    exit status:
    \(ConsoleOptions.statusHelp)
    \(RecordingOptions.statusHelp)
      65   also if FILE cannot be read
    """)
