import RatchetTesting
import TestSupport

extension TerminalRun {
  /// Starts the counter, and waits for its first frame.
  convenience init(
    _ arguments: [String] = [], ownsTerminal: Bool = false, environment: [String: String] = [:],
    before: String = "before\r\n", sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    try self.init(
      "counter", arguments, shows: arguments.contains("--plain") ? nil : "count: 0",
      ownsTerminal: ownsTerminal, environment: environment, before: before,
      sourceLocation: sourceLocation)
  }
}

extension PipedResult {
  /// Runs the counter on an input that ends.
  init(_ arguments: [String] = [], input: String = "") throws {
    try self.init("counter", arguments, input: input)
  }
}
