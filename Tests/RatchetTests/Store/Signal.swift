/// Holds operations until a test opens it.
@MainActor final class Signal {
  private var isOpen = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  /// Lets all through, now and later.
  func open() {
    isOpen = true
    let released = waiting
    waiting = []
    for continuation in released { continuation.resume() }
  }

  /// Returns when the signal is open, whether or not the task is cancelled.
  func wait() async {
    if isOpen { return }
    await withCheckedContinuation { waiting.append($0) }
  }
}

/// Returns when the task is cancelled.
@MainActor func untilCancelled() async {
  let (stream, continuation) = AsyncStream<Never>.makeStream()
  for await _ in stream {}
  continuation.finish()
}
