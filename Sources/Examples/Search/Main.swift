import Console
import Foundation
import Ratchet

@main @MainActor enum Main {
  static func main() async {
    await program.main { options throws(SystemError) in
      let store = Store(initialState: Search.State()) {
        Search()
      } withDependencies: {
        if let server = options.server { $0[SearchClient.self] = .http(server) }
      }
      return try await Session(store, .search, options.console).run()
    }
  }
}

/// What the command line asks for.
struct Options: Equatable, Sendable {
  var console = ConsoleOptions()
  var server: URL?
}

let program = Program(
  "search", version: "0.1.0", defaults: Options(),
  options: Option.console(\.console) + [
    .url("--server", example: "http://127.0.0.1:8080/search", schemes: ["http"]) {
      $0.server = $1
    }
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
      --version       print the version
      --help          print this text

    keys:
      Enter        search now           Backspace   delete a character
      Ctrl-U, Esc  clear                Ctrl-W      delete a word
      Ctrl-Z       suspend              Ctrl-C      interrupt; twice: at once
                                        Ctrl-D      quit

    exit status:
    \(ConsoleOptions.statusHelp)

    example:
      printf 'left arrow' | search
    """)
