/// Reads the lines of a program that is driven by them, with a prompt where a person types them.
@MainActor package struct LineLoop {
  private let source: LineSource
  private let printer: Printer

  package init(_ source: LineSource, _ printer: Printer) {
    self.source = source
    self.printer = printer
  }

  /// Runs to the end of the input, a line that ends it, or a reason to end before it.
  ///
  /// - Parameters:
  ///   - prompt: What is asked before each line.
  ///   - report: What is told on SIGUSR1.
  ///   - follow: Does what a line asks for, given its number; returns false if that is to end.
  /// - Returns: The status after a signal; nil if no signal has ended the loop.
  package func run(
    prompt: () -> String, report: () -> String,
    follow: (_ line: String, _ number: Int) -> Bool
  ) async -> Int32? {
    var number = 0
    while printer.failure == nil {
      printer.ask(prompt())
      let event = await source.next()
      if event == .signal(SIGUSR1) {
        printer.endQuestion(withLine: false)
        // There is nowhere to tell that this failed.
        try? Descriptor.standardError.write(report())
        continue
      }
      guard case .line(let line) = event else {
        printer.endQuestion(withLine: false)
        if case .signal(let signal) = event { return ExitStatus.signal(signal) }
        return nil
      }
      printer.endQuestion(withLine: true)
      number += 1
      if !follow(line, number) { return nil }
    }
    return nil
  }
}

/// Waits for what a program that reads lines deals with next.
@MainActor package final class LineSource {
  package enum Event: Equatable, Sendable {
    case line(String)
    case endOfInput
    /// Nobody is left to read the output.
    case outputClosed
    case signal(Int32)
  }

  private let events: EventSource
  private var lines = LineBuffer()
  private var hasEnded = false

  /// Reads standard input, and takes over the signals that end the program.
  package init() throws(SystemError) {
    events = EventSource(pipe: try WakePipe())
    Signals.install(into: events.pipe, isTerminal: false)
  }

  /// The next event; the input is read only when it is asked for.
  package func next() async -> Event {
    while true {
      if let line = lines.nextLine() { return .line(line) }
      if hasEnded { return lines.lastLine().map(Event.line) ?? .endOfInput }
      switch await events.next(EventSource.Interests(isInputFirst: true)) {
      case .input(let bytes): lines.append(bytes)
      case .endOfInput: hasEnded = true
      case .outputClosed: return .outputClosed
      case .signal(let number): return .signal(Int32(number))
      case .woken: break
      }
    }
  }
}
