import Console

/// Reads the lines that control the program, from a pipe or from a terminal that shows no keys.
@MainActor struct LineLoop {
  /// What it waits for.
  let events: EventSource
  private let printer: Printer
  private var lines = LineBuffer()
  private var hasEnded = false

  /// Takes over the signals that end the program.
  init(_ printer: Printer) throws(SystemError) {
    events = try Signals.events()
    self.printer = printer
  }

  /// Runs until the input ends, a line ends it, or there is another reason to end.
  ///
  /// The end of the output's reader is one for a person at a terminal only: what a pipe asks for
  /// still changes the list.
  ///
  /// - Parameters:
  ///   - report: The report for SIGUSR1.
  ///   - follow: Handles a line, given its number; returns false to end the loop.
  /// - Returns: The exit status after a signal; nil if no signal has ended the loop.
  mutating func run(
    report: () -> String, follow: (_ line: String, _ number: Int) -> Bool
  ) async -> Int32? {
    var number = 0
    var interests = EventSource.Interests(isInputFirst: true)
    while printer.failure.map(\.isBrokenPipe) ?? true {
      if let line = lines.nextLine() ?? (hasEnded ? lines.lastLine() : nil) {
        number += 1
        if !follow(events.input.isTerminal ? line.typed : line, number) { return nil }
        continue
      }
      if hasEnded { return nil }
      switch await events.next(interests) {
      case .input(let bytes): lines.append(bytes)
      // A terminal that was closed is none any more.
      case .endOfInput where printer.isTerminal && !events.input.isTerminal:
        return ExitStatus.signal(SIGHUP)
      case .endOfInput: hasEnded = true
      case .outputClosed where events.input.isTerminal: return nil
      case .outputClosed: interests.output = false
      // A failure to write the report cannot be reported anywhere.
      case .signal(UInt8(SIGUSR1)): try? Descriptor.standardError.write(report())
      case .signal(let number): return ExitStatus.signal(Int32(number))
      case .woken: break
      }
    }
    return printer.failure?.isInterruption == true ? ExitStatus.signal(Signals.lastEnd) : nil
  }
}

/// Splits incoming bytes into lines of text.
struct LineBuffer: Sendable {
  private var bytes: [UInt8] = []
  /// The position up to which there is no line end.
  private var searched = 0

  mutating func append(_ newBytes: [UInt8]) {
    bytes += newBytes
  }

  /// The next complete line, without its end.
  mutating func nextLine() -> String? {
    guard let end = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) else {
      searched = bytes.count
      return nil
    }
    let line = text(bytes[..<end])
    bytes.removeSubrange(...end)
    searched = 0
    return line
  }

  /// The rest when no more bytes come: a last line without an end.
  mutating func lastLine() -> String? {
    defer { self = LineBuffer() }
    return bytes.isEmpty ? nil : text(bytes[...])
  }

  private func text(_ line: ArraySlice<UInt8>) -> String {
    let line = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
    // A byte order mark, with which a file may begin that is a part of the input.
    return String(
      decoding: line.starts(with: [0xEF, 0xBB, 0xBF]) ? line.dropFirst(3) : line, as: UTF8.self)
  }
}
