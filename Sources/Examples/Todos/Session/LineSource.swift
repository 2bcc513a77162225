import Dispatch

/// Reads the input line by line; more is read only when it is asked for.
@MainActor final class LineSource {
  enum Event: Equatable, Sendable {
    case line(String)
    case end
    /// Nobody is left to read the output.
    case outputClosed
  }

  private let input: Descriptor
  private let output: Descriptor
  private let queue = DispatchQueue(label: "todos.input")
  private var lines = LineBuffer()
  private var hasEnded = false

  init(input: Descriptor, output: Descriptor) {
    self.input = input
    self.output = output
  }

  func next() async -> Event {
    while true {
      if let line = lines.nextLine() { return .line(line) }
      if hasEnded { return lines.lastLine().map(Event.line) ?? .end }
      guard let bytes = await read() else { return .outputClosed }
      lines.append(bytes)
      hasEnded = bytes.isEmpty
    }
  }

  /// The next bytes, none at the end of input; nil if the output is closed.
  ///
  /// Waits on a queue of its own, so that the main actor can run effects meanwhile.
  private func read() async -> [UInt8]? {
    await withCheckedContinuation { continuation in
      queue.async { [input, output] in
        guard input.waitForInput(whileOpen: output) else {
          return continuation.resume(returning: nil)
        }
        // An input that cannot be read is over: the terminal is gone, or the descriptor was closed.
        continuation.resume(returning: (try? input.nextBytes()) ?? [])
      }
    }
  }
}
