#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

@main @MainActor enum Main {
  static func main() async {
    exit(await run(Array(CommandLine.arguments.dropFirst())))
  }

  /// Does what the arguments ask for and returns the exit status.
  private static func run(_ arguments: [String]) async -> Int32 {
    do throws(OptionError) {
      switch try Options.parse(arguments) {
      case .help: console.print([HelpText.help])
      case .version: console.print([HelpText.version])
      case .run(let options): return await run(options)
      }
      return console.finish()
    } catch {
      console.complain(error.message)
      return ExitStatus.usage
    }
  }

  private static func run(_ options: Options) async -> Int32 {
    let session = Session(
      options: options, console: console,
      input: LineSource(input: .standardInput, output: .standardOutput))
    Signals.handle { number, isFirst in
      // Who asks twice does not want to wait.
      guard isFirst else { exit(ExitStatus.signal(number)) }
      Task {
        await session.end()
        exit(ExitStatus.signal(number))
      }
    }
    return await session.run()
  }

  private static let console = Console(
    output: .standardOutput, errors: .standardError,
    isTerminal: Descriptor.standardInput.isTerminal && Descriptor.standardOutput.isTerminal,
    style: Style(isColoured: Descriptor.standardOutput.isTerminal && environmentAllowsColour))

  private static var environmentAllowsColour: Bool {
    (environment("NO_COLOR") ?? "").isEmpty && environment("TERM") != "dumb"
  }

  private static func environment(_ name: String) -> String? {
    unsafe getenv(name).map { unsafe String(cString: $0) }
  }
}
