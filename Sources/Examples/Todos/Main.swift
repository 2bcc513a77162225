import Console
import Ratchet
import RatchetRecording

@main @MainActor enum Main {
  static func main() async {
    await program.main { options in
      let list = Todos(key: .items(in: options.file))
      let review = try await program.review(
        options.recording, of: list,
        draw: { state, _ in Screen(state).lines.map { Line(($0, .plain)) } },
        changes: ReplayedChange.lines)
      if let review { return review }
      try options.recording.check(otherThan: options.file, of: "--file")
      let state = try program.initialState(of: list, options.recording) ?? Todos.State()
      let recorder = try program.recorder(for: options.recording, of: Todos.self)
      let printer = Printer(name: program.name)
      let lines = LineLoop(try LineSource(), printer)
      let files = FileStorage()
      try await files.load(list.key)
      if printer.isTerminal {
        printer.print(["The list is in \(options.file.printable); 'help' lists the commands."])
      }
      let status = try await Session(list, from: state, files, printer, recorder.observers)
        .run(lines)
      try await recorder?.finish()
      return status
    }
  }
}

/// What the command line asks for.
struct Options: Equatable, Sendable {
  var file = "todos.json"
  var recording = RecordingOptions()
}

let program = Program(
  "todos", version: "0.1.0", defaults: Options(),
  options: [
    .value("--file", missing: neededPath) { options, path throws(UsageError) in
      if path.isEmpty { throw UsageError("option '--file' needs \(neededPath)") }
      options.file = path
    },
    .help, .version,
  ] + Option.recording(\.recording),
  argumentHint: "commands are read from standard input",
  about: "A list of things to do, kept in a file: an example of features made of features.",
  help: """
    options:
      --file FILE     where the list is kept; by default todos.json in this folder
    \(RecordingOptions.help)
      --version       print the version
      --help          print this text

    Commands are read from standard input, one in a line:
    \(CommandName.summaries.joined(separator: "\n"))

    On a terminal the list is printed after each command, otherwise at the end. What
    another program changes is printed at once, with the list; from then on the
    numbers are those of this one. The list is saved half a second after the last
    change, and at the end. A file that is not a list, or of a newer version, is
    left alone: it may be another program's. NO_COLOR and TERM=dumb turn colour off.
    A line is edited at a cursor, with the arrow keys, Home, End, Ctrl-U and Ctrl-W,
    except with TERM=dumb.

    exit status:
      0    the end, asked for or reached         64   wrong command line
      65   a command of a pipe was not followed  74   not saved, or not printed
      65   FILE cannot be read
    \(RecordingOptions.statusHelp)
      129  after SIGHUP   130  after SIGINT      143  after SIGTERM

    example:
      printf 'add Milk\\nadd Bread\\ndone 1\\n' | todos
    """)

private let neededPath = "a path, as in --file todos.json"
