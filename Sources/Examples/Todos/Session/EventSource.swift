import Dispatch

/// Waits for what comes next: a line of the input, its end, or a reason to end.
@MainActor final class EventSource {
  enum Event: Equatable, Sendable {
    case line(String)
    case endOfInput
    /// Nobody is left to read the output.
    case outputClosed
    case signal(Int32)
  }

  private let input: Descriptor
  private let output: Descriptor
  private let signals: Descriptor
  private let queue = DispatchQueue(label: "todos.events")
  private var lines = LineBuffer()
  private var hasEnded = false

  init(input: Descriptor, output: Descriptor, signals: Descriptor) {
    self.input = input
    self.output = output
    self.signals = signals
  }

  /// The next event; the input is read only when it is asked for.
  func next() async -> Event {
    while true {
      if let line = lines.nextLine() { return .line(line) }
      if hasEnded { return lines.lastLine().map(Event.line) ?? .endOfInput }
      switch await wait() {
      case .bytes(let bytes) where !bytes.isEmpty: lines.append(bytes)
      case .bytes: hasEnded = true
      case .event(let event): return event
      }
    }
  }

  private enum Arrival: Sendable {
    /// Of the input; none at its end.
    case bytes([UInt8])
    case event(Event)
  }

  /// Waits on a queue of its own, so that the main actor can run effects meanwhile.
  private func wait() async -> Arrival {
    await withCheckedContinuation { continuation in
      queue.async { [input, output, signals] in
        let arrival: Arrival =
          switch Descriptor.wait(forInput: [signals, input], whileOpen: output) {
          case 0: .event(.signal(Int32((try? signals.nextBytes())?.first ?? 0)))
          // An input that cannot be read is over: the terminal is gone, or it was closed.
          case 1: .bytes((try? input.nextBytes()) ?? [])
          default: .event(.outputClosed)
          }
        continuation.resume(returning: arrival)
      }
    }
  }
}
