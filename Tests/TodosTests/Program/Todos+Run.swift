import TestSupport
import Testing

extension PipedResult {
  /// Runs the program on an input that ends.
  init(
    _ arguments: [String] = [], input: String, in folder: Folder, _ redirection: String = ""
  ) throws {
    try self.init("todos", arguments, input: input, in: folder, redirection: redirection)
  }
}

extension PipedRun {
  /// Starts the program.
  convenience init(
    _ arguments: [String] = [], typing text: String = "", in folder: Folder,
    isOutputRead: Bool = true
  ) throws {
    try self.init("todos", arguments, typing: text, isOutputRead: isOutputRead, in: folder)
  }
}

extension TerminalRun {
  /// Starts the program on a terminal, and waits for its prompt.
  convenience init(in folder: Folder, environment: [String: String] = [:]) throws {
    try self.init("todos", shows: "todos>", environment: environment, in: folder, before: "")
  }
}
