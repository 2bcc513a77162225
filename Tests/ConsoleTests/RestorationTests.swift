import TestSupport
import Testing

@testable import Console

extension OneTerminalTests {
  @Suite("Restoration") struct RestorationTests {}
}

extension OneTerminalTests.RestorationTests {
  @Test("comes before the handler that was there first, and shows why the program trapped")
  func trap() async {
    await #expect(processExitsWith: .exitCode(42)) {
      // Stands for Swift's backtracer: installed first, so to be called last.
      var first = unsafe sigaction { _, _, _ in _exit(OneTerminalTests.RestorationTests.findings())
      }
      unsafe sigaction(SIGILL, &first, nil)
      unsafe sigaction(SIGTRAP, &first, nil)
      CrashHandlers.install()
      let display = try await OneTerminalTests.RestorationTests.takeOver()
      withExtendedLifetime(display) { fatalError("the reason") }
    }
  }

  @Test(
    "comes before the end that a second SIGINT forces, whoever works and whoever does not read",
    arguments: [false, true])
  func secondInterrupt(isFull: Bool) async {
    await #expect(processExitsWith: .exitCode(130)) { [isFull = isFull as Bool] in
      Signals.install(into: try WakePipe(), isTerminal: true)
      let display = try await OneTerminalTests.RestorationTests.takeOver()
      if isFull { OneTerminalTests.RestorationTests.fill(OneTerminalTests.RestorationTests.slave) }
      Signals.beginEnding()
      kill(getpid(), SIGINT)
      withExtendedLifetime(display) { while true { pause() } }
    }
  }

  @Test("an output that nobody reads is left behind when a signal ends the program")
  func unreadOutput() async {
    await #expect(processExitsWith: .exitCode(42)) {
      alarm(60)
      Signals.install(into: try WakePipe(), isTerminal: false)
      let ends = try WakePipe()
      OneTerminalTests.RestorationTests.fill(ends.writeEnd)
      kill(getpid(), SIGTERM)
      do throws(SystemError) {
        try Descriptor(number: ends.writeEnd).write("count: 1")
      } catch {
        _exit(error.isInterruption && Signals.lastEnd == SIGTERM ? 42 : 1)
      }
    }
  }

  @Test("comes after a thrown error")
  @MainActor func thrownError() async throws {
    let (master, slave) = try Self.openTerminal()
    let before = Self.modes(of: slave)
    // A display that can be set raw and then not be written to.
    let readOnly = unsafe open("/dev/null", O_RDONLY)
    let session = Session(
      display: try TerminalDisplay(
        input: Descriptor(number: slave), output: Descriptor(number: readOnly), area: .inline,
        isColoured: false),
      lifecycle: Lifecycle(isTerminal: true, waitsForEffects: true),
      events: EventSource(
        input: Descriptor(number: slave), output: Descriptor(number: readOnly),
        pipe: try WakePipe()))
    await #expect(throws: SystemError(code: EBADF, attempt: "write the output")) {
      try await session.run()
    }
    #expect(Self.modes(of: slave).fields == before.fields)
    for end in [master, slave, readOnly] { close(end) }
  }
}

// MARK: - Fixtures

extension OneTerminalTests.RestorationTests {
  /// The ends of the terminal under test, at numbers that nothing else in the process has.
  private static let master: Int32 = 200
  private static let slave: Int32 = 201

  /// Writes until nothing more is taken; from then on, a write waits.
  private static func fill(_ descriptor: Int32) {
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    let bytes = [UInt8](repeating: 0x2E, count: 4096)
    while unsafe write(descriptor, bytes, bytes.count) > 0 {}
    while unsafe write(descriptor, bytes, 1) > 0 {}
    _ = fcntl(descriptor, F_SETFL, 0)
  }

  private static func openTerminal() throws -> (master: Int32, slave: Int32) {
    var ends: (Int32, Int32) = (-1, -1)
    try #require(unsafe openpty(&ends.0, &ends.1, nil, nil, nil) == 0)
    return ends
  }

  private static func modes(of descriptor: Int32) -> termios {
    var modes = termios()
    _ = unsafe tcgetattr(descriptor, &modes)
    return modes
  }

  /// Takes over a new terminal, which is that of standard error, too.
  @MainActor private static func takeOver() throws -> TerminalDisplay {
    // The bound of all that follows: should it hang, this signal ends it.
    alarm(60)
    let ends = try openTerminal()
    try #require(dup2(ends.master, master) == master && dup2(ends.slave, slave) == slave)
    try #require(dup2(slave, STDERR_FILENO) == STDERR_FILENO)
    var display = try TerminalDisplay(
      input: Descriptor(number: slave), output: Descriptor(number: slave), area: .fullscreen,
      isColoured: false)
    try display.start()
    try #require(modes(of: slave).c_lflag & tcflag_t(ICANON) == 0)
    return display
  }

  /// What the first handler finds: 42 if all is as it should be.
  private static func findings() -> Int32 {
    guard modes(of: slave).c_lflag & tcflag_t(ICANON) != 0 else { return 1 }
    var written = ""
    while !written.contains("the reason") {
      var bytes = [UInt8](repeating: 0, count: 4096)
      let count = unsafe read(master, &bytes, bytes.count)
      guard count > 0 else { return 2 }
      written += String(decoding: bytes[..<count], as: UTF8.self)
    }
    let parts = written.split(separator: "\u{1B}[?1049l")
    return parts.count == 2 && parts[1].contains("the reason") ? 42 : 3
  }
}
