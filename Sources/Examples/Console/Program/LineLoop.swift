/// Reads the lines that control a program, with a prompt if a person types them.
@MainActor package struct LineLoop {
  private let source: LineSource
  private let printer: Printer

  /// What it waits for.
  package var events: EventSource { source.events }

  package init(_ source: LineSource, _ printer: Printer) {
    self.source = source
    self.printer = printer
    // A terminal whose modes cannot be read edits the line by itself.
    if printer.showsLine { source.editor = try? LineEditor(of: .standardInput) }
    printer.isEchoing = source.editor != nil
    if printer.isTerminal { Signals.handleJobControl(stop: printer.isEchoing) }
  }

  /// Runs until the input ends, a line ends it, or there is another reason to end.
  ///
  /// - Parameters:
  ///   - prompt: The prompt before each line.
  ///   - report: The report for SIGUSR1.
  ///   - follow: Handles a line, given its number; returns false to end the loop.
  /// - Returns: The exit status after a signal; nil if no signal has ended the loop.
  package func run(
    prompt: () -> String, report: () -> String,
    follow: (_ line: String, _ number: Int) -> Bool
  ) async -> Int32? {
    defer { Restoration.perform() }
    var number = 0
    while printer.failure == nil {
      printer.ask(prompt())
      let event = await source.next(show: printer.show)
      if event == .signal(SIGUSR1) {
        printer.endQuestion(withLine: false)
        // A failure to write this cannot be reported anywhere.
        try? Descriptor.standardError.write(report())
        continue
      }
      if event == .signal(SIGCONT) {
        // The shell has written below the prompt: it is shown again.
        printer.forgetQuestion()
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
    return printer.failure?.isInterruption == true ? ExitStatus.signal(Signals.lastEnd) : nil
  }
}

/// Waits for the next event of a program that reads lines.
@MainActor package final class LineSource {
  package enum Event: Equatable, Sendable {
    case line(String)
    case endOfInput
    /// The output has no reader any more.
    case outputClosed
    case signal(Int32)
  }

  /// What edits the line, on a terminal that can show it.
  var editor: LineEditor?
  fileprivate let events: EventSource
  private var lines = LineBuffer()
  private var hasEnded = false
  private let isTerminal = Descriptor.standardInput.isTerminal

  /// Reads standard input and takes over the signals that end the program.
  package init() throws(SystemError) {
    events = try Signals.events()
  }

  /// The next event; reads input only on request, and shows the line that is edited.
  package func next(show: (TextField) -> Void) async -> Event {
    while true {
      if let event = editor?.next(show: show) { return event }
      if let line = lines.nextLine() { return .line(line) }
      if hasEnded { return lines.lastLine().map(Event.line) ?? .endOfInput }
      let interests = EventSource.Interests(isInputFirst: true)
      switch await events.next(interests, until: editor?.deadline) {
      case .input(let bytes) where editor != nil: editor?.append(bytes)
      case .input(let bytes): lines.append(bytes)
      case .endOfInput where events.input.isInBackground: await stop(SIGTTIN)
      // A terminal that was closed is none any more.
      case .endOfInput where isTerminal && !events.input.isTerminal: return .signal(SIGHUP)
      case .endOfInput: hasEnded = true
      case .outputClosed: return .outputClosed
      case .signal(UInt8(SIGTSTP)):
        Restoration.perform()
        await stop(SIGTSTP)
      case .signal(let number):
        if number == SIGCONT { takeOver() }
        return .signal(Int32(number))
      case .woken: editor?.timeOut()
      }
    }
  }

  private func takeOver() {
    guard let editor else { return }
    Signals.resume()
    // If this fails, so does the next read.
    try? editor.takeOver()
  }

  /// Stops until the shell continues this job: SIGCONT is then the next event.
  private func stop(_ signal: Int32) async {
    Signals.stopProcess(signal, terminal: events.input)
    // The stop may come later, and never where no shell could continue the process.
    var interests = EventSource.Interests()
    interests.input = false
    if case .signal(let number) = await events.next(interests, until: .now + .milliseconds(100)) {
      events.pipe.put(number)
    } else if signal == SIGTSTP {
      events.pipe.put(UInt8(SIGCONT))
    }
  }
}
