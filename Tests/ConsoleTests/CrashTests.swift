import TestSupport
import Testing

@testable import Console

@Suite("A crash on a terminal")
struct CrashTests {
  @Test(
    "gives it back, prints a backtrace without a question, and ends with the signal",
    arguments: Deep.isFull ? Example.all : [Example.all[1]],
    Deep.isFull ? [SIGQUIT, SIGABRT, SIGSEGV, SIGTRAP, SIGILL, SIGBUS, SIGFPE] : [SIGSEGV])
  func signal(_ example: Example, _ signal: Int32) throws {
    let run = try example.start()
    run.program.send(signal)
    let ending = run.finish()
    #expect(ending == .killed(by: signal))
    expectBacktrace(run)
  }

  @Test("of its own shows its reason, too", arguments: [false, true])
  func trap(ownsTerminal: Bool) throws {
    let run = try TerminalRun(
      "trapping", shows: "ready", ownsTerminal: ownsTerminal, environment: ["SWIFT_BACKTRACE": ""])
    run.type("x")
    #expect(run.finish() == .killed(by: SIGILL))
    expectBacktrace(run)
    let text = run.text
    let parts = text.split(separator: "\u{1B}[?25h", maxSplits: 1)
    #expect(parts.count == 2 && parts[1].contains("Fatal error: the reason"))
    #expect(text.contains("static Main.main()"))
  }

  @Test(
    "ends it where nothing prints a backtrace, too",
    arguments: [SIGQUIT, SIGALRM, SIGUSR1, SIGXCPU])
  func withoutBacktracer(_ signal: Int32) throws {
    let run = try TerminalRun("trapping", shows: "ready")
    run.program.send(signal)
    #expect(run.finish() == .killed(by: signal))
    #expect(run.modes.fields == run.modesBefore.fields && run.screen.isCursorVisible)
    #expect(run.screen.text == "before")
  }

  @Test(
    "ends a program without a terminal, too",
    arguments: [("counter", "?", "help: + up"), ("todos", "help\n", "  add TITLE")])
  func piped(_ name: String, _ input: String, _ beginning: String) throws {
    let run = try PipedRun(name, typing: input, environment: Example.environment)
    // The program has begun when it has answered.
    #expect(run.see(beginning))
    run.program.send(SIGQUIT)
    #expect(run.restOfErrors().contains("Program crashed"))
    #expect(run.program.wait() == .killed(by: SIGQUIT))
  }

  /// What the backtracer printed came after the terminal was given back, and took no long time.
  private func expectBacktrace(
    _ run: TerminalRun, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(run.modes.fields == run.modesBefore.fields, sourceLocation: sourceLocation)
    #expect(run.screen.isCursorVisible && !run.screen.isAlternate, sourceLocation: sourceLocation)
    let text = run.text
    #expect(text.contains("Program crashed"), sourceLocation: sourceLocation)
    #expect(text.contains("Backtrace took"), sourceLocation: sourceLocation)
    #expect(!text.contains("to interact"), sourceLocation: sourceLocation)
    #expect(run.program.processorTime < .seconds(20), sourceLocation: sourceLocation)
  }
}

@Suite("The settings of the backtracer")
struct BacktraceSettingsTests {
  @Test(
    "ask nothing, and keep what was set",
    arguments: [
      (nil, "interactive=no,preset=friendly"), ("", "interactive=no,preset=friendly"),
      ("color=no", "interactive=no,preset=friendly,color=no"),
      ("preset=full,limit=9", "interactive=no,preset=friendly,preset=full,limit=9"),
      ("interactive=yes", nil), ("color=no,interactive=no", nil), ("enable=no", nil),
    ] as [(String?, String?)])
  func settings(_ given: String?, _ result: String?) {
    #expect(CrashHandlers.silentSettings(instead: given) == result)
  }
}

// MARK: - Fixtures

/// An example on a terminal, which begins with some text.
struct Example: CustomTestStringConvertible {
  var name: String
  var arguments: [String] = []
  var beginning: String

  static let all = [
    Example(name: "counter", beginning: "q quit"),
    Example(name: "counter", arguments: ["--fullscreen"], beginning: "q quit"),
    Example(name: "todos", arguments: ["--file", "/none/none"], beginning: "q quit"),
  ]

  var testDescription: String { ([name] + arguments).joined(separator: " ") }

  /// That of a backtracer that looks up no names, which would take a second.
  static let environment = ["SWIFT_BACKTRACE": "symbolicate=off"]

  func start() throws -> TerminalRun {
    try TerminalRun(name, arguments, shows: beginning, environment: Self.environment)
  }
}
