import Console

@main @MainActor enum Main {
  static func main() async {
    CrashHandlers.restartWithoutQuestion()
    CrashHandlers.install()
    Descriptor.occupyStandardNumbers()
    // A reader that has gone away is an error of the next write.
    signal(SIGPIPE, SIG_IGN)
    exit(await run(Array(CommandLine.arguments.dropFirst())))
  }

  /// Does what the arguments ask for and returns the exit status.
  private static func run(_ arguments: [String]) async -> Int32 {
    do {
      switch try Options.parse(arguments) {
      case .help: console.print([HelpText.help])
      case .version: console.print([HelpText.version])
      case .run(let options): return try await run(options)
      }
      return console.finish()
    } catch let error as OptionError {
      console.complain(error.message)
      return ExitStatus.usage
    } catch {
      console.complain("cannot start: \((error as? SystemError)?.message ?? "\(error)")")
      return ExitStatus.notWritten
    }
  }

  private static func run(_ options: Options) async throws(SystemError) -> Int32 {
    let events = EventSource(
      input: .standardInput, output: .standardOutput, signals: try Signals.install())
    return await Session(options: options, console: console, events: events).run()
  }

  private static let console = Console(
    output: .standardOutput, errors: .standardError,
    isTerminal: Descriptor.standardInput.isTerminal && Descriptor.standardOutput.isTerminal,
    style: Style(isColoured: Descriptor.standardOutput.isTerminal && environmentAllowsColour))

  private static var environmentAllowsColour: Bool {
    (environment("NO_COLOR") ?? "").isEmpty && environment("TERM") != "dumb"
  }
}
