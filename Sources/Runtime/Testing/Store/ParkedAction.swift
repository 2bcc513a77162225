import RatchetDependencies

/// An action that an effect sent and that the test has not received yet.
struct ParkedAction<Action: Sendable> {
  let action: Action
  let effect: RunningEffect
  /// Resumes the sender.
  let signal: LaneSignal
  let lane: Lane?
  /// Sent while its effect started: a `Store` reduces it before anything else happens.
  let isImmediate: Bool
}

/// Suspends the sender of one action until the test has received it.
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

  private let state = Guarded(State.new)

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

  var hasPassed: Bool {
    state.withLock { if case .passed = $0 { true } else { false } }
  }

  func open() {
    let waiting = state.withLock { state -> CheckedContinuation<Void, Never>? in
      defer { state = .open }
      guard case .waiting(let continuation) = state else { return nil }
      return continuation
    }
    waiting?.resume()
  }
}
