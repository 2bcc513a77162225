import RatchetDependencies

/// An action that an effect sent and that the test has not received yet.
struct ParkedAction<Action: Sendable> {
  let action: Action
  let effect: RunningEffect
  /// Resumes the sender.
  let signal: LaneSignal
  let lane: Lane?
  let moment: SendMoment
}

/// When an effect sent an action, which decides what may be reduced before it.
enum SendMoment {
  /// While its effect started: a `Store` reduces it before another effect starts.
  case start
  /// Right after the action that the same task sent before: in a `Store` nothing comes between the two.
  case following
  /// After its task was resumed: anything else may come before.
  case resumed
}

/// Suspends somebody until it is opened, once: the sender of an action until the test has received that.
final class LaneSignal: DeliverySignal {
  private enum State {
    /// Becomes `waiting` when the sender has suspended, `open` when the action is received before.
    case new
    /// Becomes `open`, which resumes the sender.
    case waiting(CheckedContinuation<Void, Never>)
    /// Becomes `passed` when the sender goes on.
    case open
    case passed
  }

  private let state = Locked(State.new)

  /// Waits on the lane, so that the scheduler decides when the sender goes on.
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

  nonisolated var hasPassed: Bool {
    state.withLock { if case .passed = $0 { true } else { false } }
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
