import Console
import Foundation
import Ratchet

@main @MainActor enum Main {
  static func main() async {
    await program.main { options in
      try await program.run(
        Search(), from: Search.State(), .search, options.console, options.recording
      ) {
        if let server = options.server { $0[SearchClient.self] = .http(server) }
      }.status
    }
  }
}

/// The options of the command line.
struct Options: Equatable, Sendable {
  var console = ConsoleOptions()
  var recording = RecordingOptions()
  var server: URL?
}

let program = Program(
  "search", version: "0.1.0", defaults: Options(),
  options: Option.console(\.console) + Option.recording(\.recording) + [
    .url("--server", example: "http://127.0.0.1:8080/search") { $0.server = $1 }
  ],
  argumentHint: "search takes options only, and reads what is typed",
  about: "A search while typing: an example of debouncing, cancelling and HTTP.",
  help: """
    options:
    \(ConsoleOptions.help)
      --server URL    ask URL?q=<what is typed>, which answers with JSON such as
                      [{"title": "Rust", "detail": "an oxide of iron"}]; without it
                      the names of all characters are searched, and no network is
                      needed
      --wait          at end of input, wait for the answer first (default)
      --no-wait       at end of input, do not wait
    \(RecordingOptions.help)
      --version       print the version
      --help          print this text

    keys:
      \(Search.keyHelp.joined(separator: "\n  "))

    exit status:
    \(ConsoleOptions.statusHelp)
    \(RecordingOptions.statusHelp)

    example:
      printf 'left arrow' | search
    """)
