/// What the user of a program that reads lines sees: standard output and standard error.
@MainActor package final class Printer {
  package let isTerminal: Bool
  package let isColoured: Bool
  private let name: String
  /// Why nothing is printed any more.
  package private(set) var failure: SystemError?
  /// The question that waits for an answer.
  private var prompt: String?

  /// Prints on standard output, and complains in the name of a program.
  package init(name: String) {
    self.name = name
    isTerminal = Descriptor.standardInput.isTerminal && Descriptor.standardOutput.isTerminal
    isColoured =
      Descriptor.standardOutput.isTerminal && ConsoleOptions.environmentAllowsColour
  }

  package func print(_ lines: [String]) {
    write(lines.map { $0 + "\n" }.joined())
  }

  /// Says what went wrong, in one line.
  package func complain(_ message: String) {
    // There is nowhere to tell that this failed.
    try? Descriptor.standardError.write("\(name): \(message.printable)\n")
  }

  /// Complains if output was not written that could have been read; returns the status.
  package func finish() -> Int32 {
    guard let failure, !failure.isBrokenPipe else { return ExitStatus.success }
    complain(failure.message)
    return ExitStatus.notWritten
  }

  /// Asks for a command, if input and output are a terminal.
  package func ask(_ prompt: String) {
    guard isTerminal else { return }
    self.prompt = prompt
    write(prompt)
  }

  /// The question is over: with a line, whose end the terminal has shown, or without one.
  package func endQuestion(withLine: Bool) {
    if prompt != nil, !withLine { write("\n") }
    prompt = nil
  }

  /// Lets something be printed while a question waits: on lines of its own, before the question.
  package func interject(_ body: () -> Void) {
    let prompt = prompt
    endQuestion(withLine: false)
    body()
    prompt.map(ask)
  }

  private func write(_ text: String) {
    guard failure == nil else { return }
    do {
      try Descriptor.standardOutput.write(text)
    } catch {
      failure = error
    }
  }
}
