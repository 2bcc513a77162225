internal import Dispatch
internal import Synchronization

/// A `write` on another thread, which is left behind when a signal ends the program.
///
/// Where nobody reads an output, it waits for ever, and no signal interrupts it: threads of
/// Dispatch, such as that of the main actor, block signals.
final class PendingWrite: Sendable {
  private let code = Atomic<Int32>(0)
  private let end = DispatchSemaphore(value: 0)
  private static let queue = DispatchQueue(label: "console.writes", attributes: .concurrent)

  init(of bytes: [UInt8], to descriptor: Int32) {
    Self.queue.async { [self] in
      let code = unsafe bytes.withUnsafeBytes { unsafe writeAll($0, to: descriptor) }
      self.code.store(code, ordering: .releasing)
      end.signal()
    }
  }

  /// Waits for the end, but after a signal that ends the program for 100 ms at most; returns 0 or
  /// `errno`, which is `EINTR` then.
  func wait() -> Int32 {
    while end.wait(timeout: .now() + .milliseconds(100)) == .timedOut {
      if Signals.lastEnd != 0 { return EINTR }
    }
    return code.load(ordering: .acquiring)
  }
}
