import Glibc
import Testing

@testable import counter

@Suite("Restoration")
struct RestorationTests {
  @Test("comes before the handler that was there first, after a real trap")
  func trap() async {
    await #expect(processExitsWith: .exitCode(42)) {
      var expectation = unsafe sigaction { _, _, _ in
        var modes = termios()
        _ = unsafe tcgetattr(5, &modes)
        _exit(modes.c_lflag & tcflag_t(ICANON) == 0 ? 1 : 42)
      }
      unsafe sigaction(SIGILL, &expectation, nil)
      unsafe sigaction(SIGTRAP, &expectation, nil)
      CrashHandlers.install()
      let display = try await RestorationTests.takeOver()
      withExtendedLifetime(display) { preconditionFailure("a trap") }
    }
  }

  @Test("comes after a thrown error")
  @MainActor func thrownError() async throws {
    var ends: (Int32, Int32) = (-1, -1)
    try #require(unsafe openpty(&ends.0, &ends.1, nil, nil, nil) == 0)
    var before = termios()
    _ = unsafe tcgetattr(ends.1, &before)
    // A display that can be set raw and then not be written to.
    let readOnly = unsafe open("/dev/null", O_RDONLY)
    let session = Session(
      display: try TerminalDisplay(
        input: ends.1, output: Output(descriptor: readOnly), place: .inline, isColoured: false),
      lifecycle: Lifecycle(isTerminal: true, waitsForEffects: true),
      events: EventSource(input: ends.1, output: readOnly, pipe: try WakePipe()), facts: nil)
    await #expect(throws: WriteError(code: EBADF)) { try await session.run() }
    var after = termios()
    _ = unsafe tcgetattr(ends.1, &after)
    #expect(after.fields == before.fields)
    for end in [ends.0, ends.1, readOnly] { close(end) }
  }
}

// MARK: - Fixtures

extension RestorationTests {
  /// Takes over a new terminal, which descriptor 5 stands for afterwards.
  @MainActor static func takeOver() throws -> TerminalDisplay {
    var ends: (Int32, Int32) = (-1, -1)
    try #require(unsafe openpty(&ends.0, &ends.1, nil, nil, nil) == 0)
    try #require(dup2(ends.1, 5) == 5)
    var display = try TerminalDisplay(
      input: 5, output: Output(descriptor: 5), place: .fullscreen, isColoured: false)
    try display.start()
    var modes = termios()
    _ = unsafe tcgetattr(5, &modes)
    try #require(modes.c_lflag & tcflag_t(ICANON) == 0)
    return display
  }
}
