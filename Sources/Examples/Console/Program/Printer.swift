/// The output of a program that does not draw: standard output and standard error.
@MainActor package final class Printer {
  package let isTerminal: Bool
  private let name: String
  /// Why printing has stopped, if it has.
  package private(set) var failure: SystemError?

  /// Prints to standard output, and writes errors with the program's name.
  package init(name: String) {
    self.name = name
    isTerminal = Descriptor.standardInput.isTerminal && Descriptor.standardOutput.isTerminal
  }

  package func print(_ lines: [String]) {
    guard failure == nil else { return }
    do {
      try Descriptor.standardOutput.write(lines.map { $0 + "\n" }.joined())
    } catch {
      failure = error
    }
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
}
