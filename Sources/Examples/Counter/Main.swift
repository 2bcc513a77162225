import Console
import Foundation
import Ratchet

@main @MainActor enum Main {
  static func main() async {
    await program.main { options in
      try await program.run(
        LoggedCounter(), from: LoggedCounter.State(), .counter, options.console, options.recording,
        undoes: true
      ) {
        if let url = options.factsURL { $0[FactClient.self] = .http(url) }
      }.status
    }
  }
}

/// The options of the command line.
struct Options: Equatable, Sendable {
  var console = ConsoleOptions()
  var recording = RecordingOptions()
  var factsURL: URL?
}

let program = Program(
  "counter", version: "0.1.0", defaults: Options(),
  options: Option.console(\.console) + Option.recording(\.recording)
    + [.url("--facts", example: "http://127.0.0.1:8080") { $0.factsURL = $1 }],
  argumentHint: "counter takes options only",
  about: "A counter that shows a reducer, its effects and their cancellation at work.",
  help: """
    options:
    \(ConsoleOptions.help)
      --facts URL     ask URL/<n> for the facts, over http or https; without it they
                      are built in and need no network
      --wait          at end of input, let effects finish first (default); a timer
                      that is on ends with the input
      --no-wait       at end of input, cancel them
    \(RecordingOptions.help)
      --version       print the version
      --help          print this text

    keys:
      + or k     up                    t            timer on or off
      - or j     down                  r            reset
      f          a fact                l            show or hide the log
      c or Esc   cancel the fact       ?            show or hide the help
      u          undo a step           q or Ctrl-D  quit
      Ctrl-R     redo it               Ctrl-C       interrupt; twice: at once
                                       Ctrl-Z       suspend

    Whatever changes the state is a step, a tick of the timer too. After an undo,
    any other key goes on from the step that is shown. A run that is recorded cannot
    be undone.

    exit status:
    \(ConsoleOptions.statusHelp)
    \(RecordingOptions.statusHelp)

    example:
      printf '++-q' | counter
    """)
