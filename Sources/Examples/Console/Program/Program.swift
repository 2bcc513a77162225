/// A command-line program: its name and options, and how it starts and ends.
package struct Program<Values: Sendable>: Sendable {
  package let name: String
  package let version: String
  package let options: [Option<Values>]
  /// The text of `--help`.
  package let help: String
  let defaults: Values
  let argumentHint: String

  /// Makes a program.
  ///
  /// `argumentHint` is added to the error about an argument that is not an option. The help starts
  /// with the line about the program and its usage, followed by `help`.
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

  /// Runs the program as its command line says, and exits.
  ///
  /// - Parameter run: Runs with these options; returns the exit status.
  @MainActor package func main(
    run: (Values) async throws -> Int32
  ) async -> Never {
    CrashHandlers.restartWithoutQuestion()
    CrashHandlers.install()
    Descriptor.occupyStandardNumbers()
    // Writing to a closed pipe then fails instead of ending the program.
    signal(SIGPIPE, SIG_IGN)
    exit(await status(of: run))
  }

  @MainActor private func status(
    of run: (Values) async throws -> Int32
  ) async -> Int32 {
    do {
      switch try parse(arguments()) {
      case .run(let values): return try await run(values)
      case .print(let text): try Descriptor.standardOutput.write(text + "\n")
      }
      return ExitStatus.success
    } catch let error as UsageError {
      complain(error.message)
      return ExitStatus.usage
    } catch let error as SystemError {
      if error.isBrokenPipe { return ExitStatus.success }
      if error.isInterruption { return ExitStatus.signal(Signals.lastEnd) }
      complain(error.message)
      return ExitStatus.notWritten
    } catch {
      complain("\(error)")
      return ExitStatus.wrongInput
    }
  }

  /// The arguments, without the program's name.
  ///
  /// One that is not UTF-8 is refused: Swift would repair it, and a path would name another file.
  private func arguments() throws(UsageError) -> [String] {
    for (number, argument) in CommandLine.arguments.enumerated() {
      // Safe: there are as many pointers, and nothing changes the texts.
      let bytes = unsafe CommandLine.unsafeArgv[number]
      if unsafe bytes.flatMap({ unsafe String(validatingCString: $0) }) == nil {
        throw UsageError("argument \(number) is not UTF-8: '\(argument.printable)'")
      }
    }
    return Array(CommandLine.arguments.dropFirst())
  }

  /// Writes an error message, which may have several lines.
  func complain(_ message: String) {
    let lines = message.split(separator: "\n", omittingEmptySubsequences: false)
    let text = lines.map { String($0).printable }.joined(separator: "\n")
    // A failure to write this cannot be reported anywhere.
    try? Descriptor.standardError.write("\(name): \(text)\n")
  }
}

/// The common options of programs that draw.
package struct ConsoleOptions: Equatable, Sendable {
  package var isPlain = false
  package var isColoured = true
  package var isFullscreen = false
  package var waitsForEffects = true

  package init() {}

  /// The part of the help about the choice of output.
  package static let help = """
      --plain         one line per change, no escape codes; the default unless both
                      standard input and standard output are a terminal, and not
                      with TERM=dumb
      --fullscreen    draw on the alternate screen instead of below the prompt
      --no-color      no colour; NO_COLOR turns it off, too
    """

  /// The part of the help about the exit status.
  package static let statusHelp = """
      0    the end, asked for or reached      64   wrong command line
      74   the output cannot be written       129  after SIGHUP
      130  after Ctrl-C or SIGINT             143  after SIGTERM
    """

  /// Whether a program draws: input and output are a terminal that can do more than print.
  package var usesTerminal: Bool {
    !isPlain && environment("TERM") != "dumb" && Descriptor.standardInput.isTerminal
      && Descriptor.standardOutput.isTerminal
  }

  /// Whether the environment allows colour.
  package static var environmentAllowsColour: Bool {
    (environment("NO_COLOR") ?? "").isEmpty && environment("TERM") != "dumb"
  }
}

extension Option {
  /// The common options of programs that draw, and those that print a text.
  package static func console(
    _ path: any WritableKeyPath<Values, ConsoleOptions> & Sendable
  ) -> [Option] {
    display(path) + [
      .flag("--wait") { $0[keyPath: path].waitsForEffects = true },
      .flag("--no-wait") { $0[keyPath: path].waitsForEffects = false },
    ]
  }

  /// Those of a program that has nothing to wait for at the end of its input.
  package static func display(
    _ path: any WritableKeyPath<Values, ConsoleOptions> & Sendable
  ) -> [Option] {
    [
      .help, .version,
      .flag("--plain") { $0[keyPath: path].isPlain = true },
      .flag("--no-color") { $0[keyPath: path].isColoured = false },
      .flag("--fullscreen") { $0[keyPath: path].isFullscreen = true },
    ]
  }
}
