import Console

@main @MainActor enum Main {
  static func main() async {
    CrashHandlers.restartWithoutQuestion()
    CrashHandlers.install()
    exit(await run(Array(CommandLine.arguments.dropFirst())))
  }

  /// Does what the arguments ask for and returns the exit status.
  private static func run(_ arguments: [String]) async -> Int32 {
    do {
      switch try Options.parse(arguments) {
      case .help: try Output.standard.write(HelpText.help + "\n")
      case .version: try Output.standard.write(HelpText.version + "\n")
      case .run(let options): return try await run(options)
      }
      return 0
    } catch let error as OptionError {
      complain(error.message)
      return OptionError.status
    } catch let error as SystemError where error.isBrokenPipe {
      return 0
    } catch {
      complain((error as? SystemError)?.message ?? "\(error)")
      return SystemError.status
    }
  }

  private static func run(_ options: Options) async throws(SystemError) -> Int32 {
    let isTerminal =
      !options.isPlain && isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1
    let pipe = try WakePipe()
    Signals.install(into: pipe, isTerminal: isTerminal)
    let session = Session(
      display: isTerminal ? try terminal(options) : PlainDisplay(output: .standard),
      lifecycle: Lifecycle(isTerminal: isTerminal, waitsForEffects: options.waitsForEffects),
      events: EventSource(input: STDIN_FILENO, output: STDOUT_FILENO, pipe: pipe),
      facts: options.factsURL.flatMap(FactClient.http))
    return try await session.run()
  }

  private static func terminal(_ options: Options) throws(SystemError) -> any Display {
    try TerminalDisplay(
      input: STDIN_FILENO, output: .standard, place: options.isFullscreen ? .fullscreen : .inline,
      isColoured: options.isColoured && environmentAllowsColour)
  }

  private static var environmentAllowsColour: Bool {
    (environment("NO_COLOR") ?? "").isEmpty && environment("TERM") != "dumb"
  }

  private static func complain(_ message: String) {
    try? Output.error.write("counter: \(message)\n")
  }
}
