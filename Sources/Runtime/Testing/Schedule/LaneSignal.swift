import RatchetDependencies

/// Suspends one task until other code opens the signal.
///
/// Used in a test store for an effect whose `send` waits until the test receives the action, and
/// for a test that waits until an effect can continue. Owns the suspended task's continuation. Do
/// not call `wait` in two tasks: the first would never continue.
final class LaneSignal: DeliverySignal {
  private enum State {
    /// No task waits. Becomes `waiting` when a task suspends, `open` if `open()` comes first.
    case new
    /// A task is suspended. Becomes `open`, which resumes the task.
    case waiting(CheckedContinuation<Void, Never>)
    /// The signal has been opened. Becomes `passed` when the task continues.
    case open
    /// The task has continued: the last state.
    case passed
  }

  private let state = Locked(State.new)

  /// Whether the task has continued after `wait`.
  ///
  /// The task may need several jobs (pieces of work) to continue; a test store that resumes the
  /// sender of an action runs these jobs until this is true.
  nonisolated var hasPassed: Bool {
    state.withLock { if case .passed = $0 { true } else { false } }
  }

  /// Waits until the signal is opened.
  ///
  /// `@concurrent`, so the task continues on its lane (the executor of its effect), where the
  /// schedule decides when it does.
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
