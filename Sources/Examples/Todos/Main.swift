import Console
import Ratchet
import RatchetRecording

@main @MainActor enum Main {
  static func main() async {
    await program.main { options in
      let list = Todos(key: .items(in: options.file))
      try options.recording.check(otherThan: options.file, of: "--file")
      let files = FileStorage()
      if options.recording.isRun { try await files.load(list.key) }
      let printer = Printer(name: program.name)
      if !options.console.usesTerminal { return try await run(list, options, files, printer) }
      var interface = Interface.todos
      interface.resumed = { state in
        files.restore(state.items, of: list.key)
        return Interface.todos.resumed(state)
      }
      return try await files.finish(complain: printer.complain) {
        try await program.run(
          list, from: Todos.State(keys: Keys()), interface, options.console, options.recording
        ) {
          $0.sharedStorage = files.storage
          $0[FileStorage.self] = files
          // The state has the reminder that is shown.
          $0[NoticeClient.self] = NoticeClient { _ in }
        }.status
      }
    }
  }

  /// Runs without keys: follows the commands of a pipe, or of a terminal that cannot be drawn on.
  private static func run(
    _ list: Todos, _ options: Options, _ files: FileStorage, _ printer: Printer
  ) async throws -> Int32 {
    let review = try await program.review(
      options.recording, of: list, console: options.console, draw: Todos.draw,
      changes: ReplayedChange.lines)
    if let review { return review }
    let resumed = try program.initialState(of: list, options.recording)
    if let resumed { files.restore(resumed.items, of: list.key) }
    var state = resumed ?? Todos.State()
    state.keys = nil
    let recorder = try program.recorder(for: options.recording, of: Todos.self)
    if printer.isTerminal {
      printer.print(["The list is in \(options.file.printable); 'help' lists the commands."])
    }
    let status = try await Session(list, from: state, files, printer, recorder.observers).run()
    try await recorder?.close()
    return status
  }
}

/// What the command line asks for.
struct Options: Equatable, Sendable {
  var file = "todos.json"
  var console = ConsoleOptions()
  var recording = RecordingOptions()
}

let program = Program(
  "todos", version: "0.1.0", defaults: Options(),
  options: [
    .value("--file", missing: "a path, as in --file todos.json") { $0.file = $1 }
  ] + Option.display(\.console) + Option.recording(\.recording),
  argumentHint: "commands are read from standard input",
  about: "A list of things to do, kept in a file: an example of features made of features.",
  help: """
    options:
      --file FILE     where the list is kept; by default todos.json in this folder
    \(ConsoleOptions.help)
    \(RecordingOptions.help)
      --version       print the version
      --help          print this text

    On a terminal, keys act on the list:
      \(Todos.keyHelp.joined(separator: "\n  "))

    Otherwise commands are read from standard input, one in a line:
    \(CommandName.summaries.joined(separator: "\n"))

    The list is printed at the end; with --plain on a terminal, after each command.
    What another program changes is shown at once, and commands then use the numbers
    of the new list. The list is saved half a second after the last change,
    and at the end. A file that is not a list, or of a newer version, is left alone:
    it may be another program's.

    exit status:
      0    the end, asked for or reached         64   wrong command line
      65   a command of a pipe was not followed  74   not saved, or not printed
      65   FILE cannot be read
    \(RecordingOptions.statusHelp)
      129  after SIGHUP   130  after SIGINT      143  after SIGTERM

    example:
      printf 'add Milk\\nadd Bread\\ndone 1\\n' | todos
    """)
