import RatchetDependencies

/// Resumes the task that awaits a completion handler, exactly once: at the first call of the
/// handler, at a cancellation, or at a failure, whichever comes first.
///
/// Used by `withCompletionHandler` and the handler that it makes, on any threads. Owns the
/// continuation of the awaiting task and the canceller, the function that stops the work, until the
/// wait ends. Resumes the task and calls the canceller after its lock is released.
final class PendingCompletion<Value: Sendable>: Sendable {
  /// Why the wait ended; the raw value says, in the report of a second call, what happened to the
  /// results.
  private enum End: String {
    case call = "Ignored: the first result was already delivered."
    case cancellation =
      "Both results were ignored: the task that awaited the handler was cancelled."
    /// Starting the work threw an error, or the handler was released; no call follows a release.
    case failure = "Both results were ignored: starting the work threw an error."
  }

  private struct State {
    /// Resumes the awaiting task; `nil` before and after the wait.
    var waiter: CheckedContinuation<Value, any Error>?
    /// Stops the work; `nil` if the user has set none, and after the wait.
    var canceller: (@Sendable () -> Void)?
    /// Whether the handler was called, even if only after the wait had ended.
    var isCalled = false
    /// Why the wait ended; `nil` until it has.
    var end: End?

    /// Ends the wait, unless it has ended; returns the task to resume and the canceller.
    ///
    /// The caller must release the canceller after the lock, because that may run a `deinit` of the
    /// user. Both are `nil` if the wait had ended.
    mutating func end(
      by end: End
    ) -> (waiter: CheckedContinuation<Value, any Error>?, canceller: (@Sendable () -> Void)?) {
      if self.end == nil { self.end = end }
      return (waiter.take(), canceller.take())
    }
  }

  let origin: SourceOrigin
  private let state = Locked(State())
  /// The dependencies of the awaiting task, for reports: a handler is called outside of that task.
  private let dependencies = DependencyValues.current

  init(origin: SourceOrigin) {
    self.origin = origin
  }

  /// Begins to wait; returns false if the task was cancelled before.
  func begin(_ waiter: CheckedContinuation<Value, any Error>) -> Bool {
    state.withLock { state in
      if state.end == nil { state.waiter = waiter }
      return state.end == nil
    }
  }

  /// Ends the wait with the result of the handler's first call; reports a later call.
  func call(_ result: Result<Value, any Error>) {
    // A first call after the wait has ended is not a mistake; only a second one is.
    let (ended, earlierEnd) = state.withLock { state in
      let earlierEnd = state.isCalled ? state.end : nil
      state.isCalled = true
      return (state.end(by: .call), earlierEnd)
    }
    ended.waiter?.resume(with: result)
    extendLifetime(ended.canceller)
    if let earlierEnd { reportRepeated(result, after: earlierEnd) }
  }

  /// Ends the wait with an error that is not the handler's result: starting the work has failed, or
  /// the handler was released.
  func fail(_ error: any Error) {
    let ended = state.withLock { $0.end(by: .failure) }
    ended.waiter?.resume(throwing: error)
    extendLifetime(ended.canceller)
  }

  /// Called when the awaiting task is cancelled.
  func cancel() {
    let ended = state.withLock { $0.end(by: .cancellation) }
    ended.waiter?.resume(throwing: CancellationError())
    ended.canceller?()
  }

  /// Keeps the canceller; calls it at once if the awaiting task is already cancelled.
  func setCanceller(_ canceller: @escaping @Sendable () -> Void) {
    let isCancelled = state.withLock { state in
      if state.end == nil { state.canceller = canceller }
      return state.end == .cancellation
    }
    if isCancelled { canceller() }
  }

  /// Reports a second call of the handler, with its result.
  private func reportRepeated(_ result: Result<Value, any Error>, after end: End) {
    let text =
      switch result {
      case .success(let value): "the value \(ValueLine.text(value))"
      case .failure(let error): "the error \(ValueLine.text(error))"
      }
    dependencies.withValues {
      let misuse = CompletionHandlerMisuse.repeated(result: text, consequence: end.rawValue)
      report(misuse.description, fileID: origin.file, line: origin.line)
    }
  }
}
