import RatchetDependencies

/// Suspends one task until it is opened, once: the sender of an action, until the test receives it.
final class LaneSignal: DeliverySignal {
  private enum State {
    /// No task waits. Becomes `waiting` when a task suspends, `open` if it is opened before that.
    case new
    /// A task is suspended. Becomes `open`, which resumes the task.
    case waiting(CheckedContinuation<Void, Never>)
    /// It has been opened. Becomes `passed` when the task continues.
    case open
    /// The task has continued: the last state.
    case passed
  }

  private let state = Locked(State.new)

  nonisolated var hasPassed: Bool {
    state.withLock { if case .passed = $0 { true } else { false } }
  }

  /// Waits on the lane, so that the schedule decides when the sender continues.
  @concurrent
  nonisolated func wait() async {
    await withCheckedContinuation { continuation in
      let isOpen = state.withLock { state in
        if case .open = state { return true }
        state = .waiting(continuation)
        return false
      }
      if isOpen { continuation.resume() }
    }
    state.withLock { $0 = .passed }
  }

  nonisolated func open() {
    let waiting = state.withLock { state -> CheckedContinuation<Void, Never>? in
      switch state {
      case .new: state = .open
      case .open, .passed: break
      case .waiting(let continuation):
        state = .open
        return continuation
      }
      return nil
    }
    waiting?.resume()
  }
}
