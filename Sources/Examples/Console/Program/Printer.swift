/// The output of a program that reads lines: standard output and standard error.
@MainActor package final class Printer {
  package let isTerminal: Bool
  package let isColoured: Bool
  private let name: String
  /// Why printing has stopped, if it has.
  package private(set) var failure: SystemError?
  /// The prompt that waits for input.
  private var prompt: String?
  /// What is typed after the prompt.
  private var field = TextField()
  /// Whether what is typed is shown by `show`, and not by the terminal.
  var isEchoing = false

  /// Prints to standard output, and writes errors with the program's name.
  package init(name: String) {
    self.name = name
    isTerminal = Descriptor.standardInput.isTerminal && Descriptor.standardOutput.isTerminal
    isColoured =
      Descriptor.standardOutput.isTerminal && ConsoleOptions.environmentAllowsColour
  }

  package func print(_ lines: [String]) {
    write(lines.map { $0 + "\n" }.joined())
  }

  /// Writes a one-line error message.
  package func complain(_ message: String) {
    // A failure to write this cannot be reported anywhere.
    try? Descriptor.standardError.write("\(name): \(message.printable)\n")
  }

  /// Reports a failure to write output that has a reader; returns the exit status.
  package func finish() -> Int32 {
    guard let failure, !failure.isBrokenPipe else { return ExitStatus.success }
    complain(failure.message)
    return ExitStatus.notWritten
  }

  /// Shows a prompt, if input and output are a terminal.
  package func ask(_ prompt: String) {
    guard isTerminal else { return }
    self.prompt = prompt
    if field.text.isEmpty { write(prompt) } else { show(field) }
  }

  /// Whether the terminal can show a line that is edited.
  var showsLine: Bool { isTerminal && environment("TERM") != "dumb" }

  /// Shows what is typed after the prompt, as much around the cursor as fits.
  func show(_ field: TextField) {
    self.field = field
    guard let prompt else { return }
    let columns = ScreenSize(of: .standardOutput).columns - prompt.columns
    let (before, after) = field.window(columns: columns)
    let start = "\r" + prompt + before.printable
    // The second time it puts the cursor at its end, whatever the widths of the characters are.
    write("\r\u{1B}[2K" + start + after.printable + (after.isEmpty ? "" : start))
  }

  /// Ends the prompt: with a line, whose end the terminal may have shown, or without one.
  package func endQuestion(withLine: Bool) {
    if prompt != nil, !withLine || isEchoing { write("\n") }
    if withLine { field = TextField() }
    prompt = nil
  }

  /// Forgets the prompt, below which others have written: it can be asked again.
  func forgetQuestion() {
    prompt = nil
  }

  /// Lets something be printed on its own lines above the current prompt, or above another one
  /// that then takes its place.
  package func interject(asking next: String? = nil, _ body: () -> Void) {
    let prompt = prompt.map { next ?? $0 }
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
