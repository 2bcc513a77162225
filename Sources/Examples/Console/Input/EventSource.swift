internal import Dispatch

/// Waits for the next event: a signal, input, the end of the output's reader, or a deadline.
///
/// Uses one `poll` for all of them, on a queue of its own, so that the main actor never blocks. It
/// reads only on request, so input that arrives faster than it is handled waits in its pipe.
package struct EventSource: Sendable {
  package typealias Instant = ContinuousClock.Instant

  package enum Event: Equatable, Sendable {
    case signal(UInt8)
    /// `wake()` was called, or the deadline has passed.
    case woken
    case input([UInt8])
    case endOfInput
    case outputClosed
  }

  /// What to wait for besides signals, wakes and the deadline.
  package struct Interests: Sendable {
    package var input = true
    package var output = true
    /// Whether pending input is still handled after the output has lost its reader.
    package var isInputFirst = false

    package init(isInputFirst: Bool = false) {
      self.isInputFirst = isInputFirst
    }

    static let none = Interests(input: false, output: false)

    private init(input: Bool, output: Bool) {
      (self.input, self.output) = (input, output)
    }
  }

  package let input: Descriptor
  let output: Descriptor
  package let pipe: WakePipe
  private let queue = DispatchQueue(label: "console.events")

  package init(
    input: Descriptor = .standardInput, output: Descriptor = .standardOutput, pipe: WakePipe
  ) {
    self.input = input
    self.output = output
    self.pipe = pipe
  }

  /// The next event, at the latest at the deadline.
  package func next(_ interests: Interests, until deadline: Instant? = nil) async -> Event {
    await withCheckedContinuation { continuation in
      queue.async {
        var event: Event?
        while event == nil { event = wait(interests, until: deadline) }
        continuation.resume(returning: event ?? .woken)
      }
    }
  }

  private func wait(_ interests: Interests, until deadline: Instant?) -> Event? {
    // `poll` ignores negative descriptors.
    var waits = [
      pollfd(fd: pipe.readEnd, events: Int16(POLLIN), revents: 0),
      pollfd(fd: interests.output ? output.number : -1, events: 0, revents: 0),
      pollfd(fd: interests.input ? input.number : -1, events: Int16(POLLIN), revents: 0),
    ]
    let count = unsafe poll(&waits, nfds_t(waits.count), Self.milliseconds(until: deadline))
    if let byte = pipe.take() { return byte == 0 ? .woken : .signal(byte) }
    // Interrupted, or the deadline has passed.
    guard count > 0 else { return count == 0 ? .woken : nil }
    let hasInput = waits[2].revents != 0
    if waits[1].revents != 0, !(interests.isInputFirst && hasInput) { return .outputClosed }
    return hasInput ? readInput() : nil
  }

  private func readInput() -> Event? {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = unsafe read(input.number, &bytes, bytes.count)
    if count > 0 { return .input(Array(bytes[..<count])) }
    // An input that cannot be read has ended: it or its terminal was closed.
    return count < 0 && (errno == EAGAIN || errno == EINTR) ? nil : .endOfInput
  }

  /// Rounded up, so that the deadline has passed when the wait ends.
  private static func milliseconds(until deadline: Instant?) -> Int32 {
    guard let deadline else { return -1 }
    let rest = max(.zero, deadline - .now)
    return Int32(clamping: Int((rest / .milliseconds(1)).rounded(.up)))
  }
}
