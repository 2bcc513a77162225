import RatchetDependencies

/// The callbacks of one consumer: stops them once, and keeps the error that they ended with.
final class CallbackSubscription<Failure: Error>: Sendable {
  private struct State {
    var isOver = false
    var stop: (@Sendable () -> Void)?
    var failure: Failure?
  }

  private let state = Locked(State())

  /// Takes what stops the callbacks; calls it at once if they ended while they were started.
  func setStop(_ stop: @escaping @Sendable () -> Void) {
    let isOver = state.withLock { state in
      if !state.isOver { state.stop = stop }
      return state.isOver
    }
    if isOver { stop() }
  }

  func end() {
    let stop = state.withLock { state in
      state.isOver = true
      return state.stop.take()
    }
    stop?()
  }

  /// Keeps the error that the callbacks end with, unless they have ended.
  func fail(_ failure: Failure) {
    state.withLock { state in
      if !state.isOver, state.failure == nil { state.failure = failure }
    }
  }

  func takeFailure() -> Failure? {
    state.withLock { $0.failure.take() }
  }
}
