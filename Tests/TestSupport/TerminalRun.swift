package import Testing

/// A program on a pseudo-terminal: types keys and watches the screen.
package final class TerminalRun {
  package private(set) var screen: VirtualScreen
  /// Everything shown so far, byte by byte.
  package private(set) var written: [UInt8] = []
  package let program: Program
  package let modesBefore: termios
  private var master: Int32
  private let slave: Int32
  /// What was read and is not shown yet.
  private var unshown: ArraySlice<UInt8> = []
  private var seenCount = 0
  private var hasEnded = false
  private var isDrained = false

  /// Starts a program below a line that says `before`, and waits for what it shows first.
  package init(
    _ name: String, _ arguments: [String] = [], shows beginning: String?, columns: Int = 80,
    rows: Int = 24, ownsTerminal: Bool = false,
    environment: [String: String] = [:], in folder: Folder? = nil, before: String = "before\r\n",
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let path: String
    (master, slave, path) = try Self.openTerminal(columns: columns, rows: rows)
    modesBefore = Self.modes(of: slave)
    screen = VirtualScreen(columns: columns, rows: rows)
    screen.write(before)
    program = try Program(
      name, arguments, input: slave, output: slave, error: slave,
      group: ownsTerminal ? .session(terminal: path) : .job, environment: environment,
      in: folder)
    // Until then, what is typed would be echoed by the terminal itself.
    if let beginning { see(beginning, sourceLocation: sourceLocation) }
  }

  deinit {
    hangUp()
    close(slave)
  }

  package var modes: termios { Self.modes(of: slave) }

  package func type(_ keys: String) {
    var keys = keys
    keys.withUTF8 { _ = unsafe TestSupport.write(master, $0.baseAddress, $0.count) }
  }

  /// Closes the terminal's other end.
  package func hangUp() {
    if master >= 0 { close(master) }
    master = -1
  }

  package func resize(columns: Int, rows: Int) {
    var size = winsize(
      ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    _ = unsafe ioctl(master, UInt(TIOCSWINSZ), &size)
  }

  /// Sets the modes, as a shell does that takes the terminal.
  package func setModes(_ modes: termios) {
    var modes = modes
    _ = unsafe tcsetattr(slave, TCSANOW, &modes)
  }

  /// All that was written so far.
  package var text: String { String(decoding: written, as: UTF8.self) }

  /// Waits until the text has been written, after what was waited for in this way before.
  package func seeNext(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) {
    let wanted = Array(text.utf8)
    var end: Int?
    wait("to write '\(text)'", sourceLocation) { _ in
      end = written[seenCount...].firstRange(of: wanted)?.upperBound
      return end != nil
    }
    seenCount = end ?? written.count
  }

  /// Waits until the screen shows the text.
  package func see(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) {
    wait("to see '\(text)'", sourceLocation) { $0.text.contains(text) }
  }

  /// Waits until the screen is as wanted; what the program ends with counts, too.
  package func wait(
    _ aim: String, _ sourceLocation: SourceLocation = #_sourceLocation,
    until isReached: (VirtualScreen) -> Bool
  ) {
    let isSeen = program.bounded(aim) {
      while !isReached(screen) {
        if !showMore() { return false }
      }
      return true
    }
    if isSeen { return }
    Issue.record(
      "the program ended before it came \(aim); the screen:\n\(screen.text)",
      sourceLocation: sourceLocation)
  }

  /// Waits for the end and reads all that was written until then.
  package func finish() -> Program.Ending {
    program.bounded("for its end") { while showMore() {} }
    return program.wait()
  }

  /// Shows the next frame or other output, waiting for it; false if the program has ended and
  /// nothing is left.
  ///
  /// One frame at a time, since a later one may no longer have what a test waits for.
  private func showMore() -> Bool {
    if unshown.isEmpty, !readMore() { return false }
    let bytes = unshown.prefix(
      upTo: unshown.firstRange(of: Self.frameEnd)?.upperBound ?? unshown.endIndex)
    unshown = unshown[bytes.endIndex...]
    written += bytes
    screen.write(Array(bytes))
    return true
  }

  /// Reads what there is, waiting for it; false if the program has ended and nothing is left.
  private func readMore() -> Bool {
    guard !isDrained else { return false }
    var waits = [
      pollfd(fd: master, events: Int16(POLLIN), revents: 0),
      pollfd(fd: hasEnded ? -1 : program.exitPipe, events: Int16(POLLIN), revents: 0),
    ]
    while unsafe poll(&waits, 2, -1) < 0, errno == EINTR {}
    guard waits[0].revents != 0 else {
      // What was written may still be on its way through the kernel; a mark of our own comes after
      // it.
      hasEnded = true
      _ = unsafe TestSupport.write(slave, [Self.mark], 1)
      return true
    }
    var buffer = [UInt8](repeating: 0, count: 65536)
    let count = unsafe read(master, &buffer, buffer.count)
    guard count > 0 else { return false }
    let bytes = buffer[..<count].filter { $0 != Self.mark }
    isDrained = bytes.count < count
    unshown += bytes
    return true
  }

  /// What a program writes after a frame.
  private static let frameEnd = Array("\u{1B}[?2026l".utf8)

  /// A byte that no program writes and a terminal does nothing about.
  private static let mark: UInt8 = 0

  private static func openTerminal(
    columns: Int, rows: Int
  ) throws -> (master: Int32, slave: Int32, path: String) {
    var name = [CChar](repeating: 0, count: 128)
    var size = winsize(
      ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    var ends: (Int32, Int32) = (-1, -1)
    guard unsafe openpty(&ends.0, &ends.1, &name, nil, &size) == 0 else {
      throw Spawn.Failure(call: "openpty", code: errno)
    }
    _ = fcntl(ends.0, F_SETFD, FD_CLOEXEC)
    _ = fcntl(ends.1, F_SETFD, FD_CLOEXEC)
    let path = name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:))
    return (ends.0, ends.1, String(decoding: path, as: UTF8.self))
  }

  private static func modes(of descriptor: Int32) -> termios {
    var modes = termios()
    _ = unsafe tcgetattr(descriptor, &modes)
    return modes
  }
}

extension termios {
  /// Every field, in a form that compares and prints.
  package var fields: [String] {
    let characters = unsafe withUnsafeBytes(of: c_cc) { unsafe Array($0) }
    return [
      "input \(c_iflag)", "output \(c_oflag)", "control \(c_cflag)", "local \(c_lflag)",
      "line \(c_line)", "characters \(characters)", "speeds \(c_ispeed) \(c_ospeed)",
    ]
  }
}
