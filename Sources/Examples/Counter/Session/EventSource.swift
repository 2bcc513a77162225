import Console
internal import Dispatch

/// Waits for whatever comes next: a signal, input, the end of the output's reader, or a deadline.
///
/// One `poll` for all of them, on a queue of its own, so that the main actor never blocks. It reads
/// only when asked, so input that comes faster than it is dealt with waits in its pipe.
struct EventSource: Sendable {
  typealias Instant = ContinuousClock.Instant

  enum Event: Equatable, Sendable {
    case signal(UInt8)
    /// Somebody called `wake()`, or the deadline has passed.
    case woken
    case input([UInt8])
    case endOfInput
    case outputClosed
  }

  let input: Int32
  let output: Int32
  let pipe: WakePipe
  private let queue = DispatchQueue(label: "counter.events")

  init(input: Int32, output: Int32, pipe: WakePipe) {
    self.input = input
    self.output = output
    self.pipe = pipe
  }

  /// What to wait for besides signals, wakes and the deadline.
  struct Interests: Sendable {
    var input = true
    var output = true
  }

  /// The next event, at the latest at the deadline.
  func next(_ interests: Interests, until deadline: Instant?) async -> Event {
    await withCheckedContinuation { continuation in
      queue.async {
        var event: Event?
        while event == nil { event = wait(interests, until: deadline) }
        continuation.resume(returning: event ?? .woken)
      }
    }
  }

  private func wait(_ interests: Interests, until deadline: Instant?) -> Event? {
    // `poll` passes over negative descriptors.
    var waits = [
      pollfd(fd: pipe.readEnd, events: Int16(POLLIN), revents: 0),
      pollfd(fd: interests.output ? output : -1, events: 0, revents: 0),
      pollfd(fd: interests.input ? input : -1, events: Int16(POLLIN), revents: 0),
    ]
    let count = unsafe poll(&waits, nfds_t(waits.count), Self.milliseconds(until: deadline))
    if let byte = pipe.take() { return byte == 0 ? .woken : .signal(byte) }
    // Interrupted, or nothing to tell but the time.
    guard count > 0 else { return count == 0 ? .woken : nil }
    if waits[1].revents != 0 { return .outputClosed }
    return waits[2].revents != 0 ? readInput() : nil
  }

  private func readInput() -> Event? {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = unsafe read(input, &bytes, bytes.count)
    if count > 0 { return .input(Array(bytes[..<count])) }
    return count < 0 && (errno == EAGAIN || errno == EINTR) ? nil : .endOfInput
  }

  /// Rounded up, so that a deadline has really passed when the wait ends.
  private static func milliseconds(until deadline: Instant?) -> Int32 {
    guard let deadline else { return -1 }
    let rest = max(.zero, deadline - .now)
    return Int32(clamping: Int((rest / .milliseconds(1)).rounded(.up)))
  }
}
