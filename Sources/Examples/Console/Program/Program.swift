/// A program for the command line: what it is called, its options, and how it begins and ends.
package struct Program<Values: Sendable>: Sendable {
  package let name: String
  package let version: String
  package let options: [Option<Values>]
  /// What `--help` prints.
  package let help: String
  let defaults: Values
  let argumentHint: String

  /// Makes a program.
  ///
  /// The hint is what is said of an argument that is no option. The help begins with the line about
  /// the program and its usage; `help` is what follows.
  package init(
    _ name: String, version: String, defaults: Values, options: [Option<Values>],
    argumentHint: String, about: String, help: String
  ) {
    self.name = name
    self.version = version
    self.defaults = defaults
    self.options = options
    self.argumentHint = argumentHint
    self.help = "\(about)\n\nusage: \(name) [options]\n\n\(help)"
  }

  /// Does what the command line asks for, and ends the process.
  ///
  /// - Parameter run: A run with these options; returns the exit status.
  @MainActor package func main(
    run: (Values) async throws -> Int32
  ) async -> Never {
    CrashHandlers.restartWithoutQuestion()
    CrashHandlers.install()
    Descriptor.occupyStandardNumbers()
    // A reader that has closed the pipe is an error of the next write.
    signal(SIGPIPE, SIG_IGN)
    exit(await status(of: run))
  }

  @MainActor private func status(
    of run: (Values) async throws -> Int32
  ) async -> Int32 {
    let request: Request<Values>
    do throws(UsageError) {
      request = try parse(Array(CommandLine.arguments.dropFirst()))
    } catch {
      complain(error.message)
      return ExitStatus.usage
    }
    do {
      switch request {
      case .run(let values): return try await run(values)
      case .print(let text): try Descriptor.standardOutput.write(text + "\n")
      }
      return ExitStatus.success
    } catch let error as SystemError {
      if error.isBrokenPipe { return ExitStatus.success }
      complain(error.message)
      return ExitStatus.notWritten
    } catch {
      complain("\(error)")
      return ExitStatus.wrongInput
    }
  }

  func complain(_ message: String) {
    // There is nowhere to tell that this failed.
    try? Descriptor.standardError.write("\(name): \(message)\n")
  }
}

/// The options that every program which draws has.
package struct ConsoleOptions: Equatable, Sendable {
  package var isPlain = false
  package var isColoured = true
  package var isFullscreen = false
  package var waitsForEffects = true

  package init() {}

  /// The part of a help that explains how to choose what is drawn on.
  package static let help = """
      --plain         one line per change, no escape codes; the default unless both
                      standard input and standard output are a terminal
      --fullscreen    draw on the alternate screen instead of below the prompt
      --no-color      no colour; NO_COLOR and TERM=dumb turn it off, too
    """

  /// The part of a help that explains the exit status.
  package static let statusHelp = """
      0    the end, asked for or reached      64   wrong command line
      74   the output cannot be written       129  after SIGHUP
      130  after Ctrl-C or SIGINT             143  after SIGTERM
    """

  /// Whether the environment allows colour.
  package static var environmentAllowsColour: Bool {
    (environment("NO_COLOR") ?? "").isEmpty && environment("TERM") != "dumb"
  }
}

extension Option {
  /// The options that every program which draws has, and those that print a text.
  package static func console(
    _ path: any WritableKeyPath<Values, ConsoleOptions> & Sendable
  ) -> [Option] {
    [
      .help, .version,
      .flag("--plain") { $0[keyPath: path].isPlain = true },
      .flag("--no-color") { $0[keyPath: path].isColoured = false },
      .flag("--fullscreen") { $0[keyPath: path].isFullscreen = true },
      .flag("--wait") { $0[keyPath: path].waitsForEffects = true },
      .flag("--no-wait") { $0[keyPath: path].waitsForEffects = false },
    ]
  }
}
