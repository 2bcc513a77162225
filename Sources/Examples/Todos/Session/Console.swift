/// What the user sees: standard output and standard error.
@MainActor final class Console {
  let isTerminal: Bool
  let style: Style
  private let output: Descriptor
  private let errors: Descriptor
  /// Why nothing is printed any more.
  private(set) var failure: SystemError?
  /// The question that waits for an answer.
  private var prompt: String?

  init(output: Descriptor, errors: Descriptor, isTerminal: Bool, style: Style = Style()) {
    self.output = output
    self.errors = errors
    self.isTerminal = isTerminal
    self.style = style
  }

  func print(_ lines: [String]) {
    write(lines.map { $0 + "\n" }.joined())
  }

  /// Says what went wrong, in one line.
  func complain(_ message: String) {
    // There is nowhere to tell that this failed.
    try? errors.write(Array("todos: \(message.printable)\n".utf8))
  }

  /// Complains if the output was not written and somebody might have read it; returns the exit status.
  func finish() -> Int32 {
    guard let failure, !failure.isBrokenPipe else { return ExitStatus.success }
    complain("cannot write the output: \(failure.message)")
    return ExitStatus.notWritten
  }

  /// Asks for a command, if there is somebody to ask.
  func ask(_ prompt: String) {
    guard isTerminal else { return }
    self.prompt = prompt
    write(prompt)
  }

  /// The question is over: with a line, whose end the terminal has shown, or without one.
  func endQuestion(withLine: Bool) {
    if prompt != nil, !withLine { write("\n") }
    prompt = nil
  }

  /// Shows a notice; where a question waits, on lines of its own before it.
  func show(_ notice: Notice) {
    let prompt = prompt
    endQuestion(withLine: false)
    switch notice {
    case .reminder(let title): print([style.bold("reminder: \(title.printable)")])
    case .problem(let message): complain(message)
    }
    prompt.map(ask)
  }

  private func write(_ text: String) {
    guard failure == nil else { return }
    do {
      try output.write(Array(text.utf8))
    } catch {
      failure = error
    }
  }
}
