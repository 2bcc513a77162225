import RatchetDependencies

/// An await for a completion handler: resumes it once, whoever comes first.
final class PendingCompletion<Value: Sendable>: Sendable {
  private typealias Waiter = CheckedContinuation<Value, any Error>

  let origin: SourceOrigin
  private let state = Locked(CompletionState<Waiter>())
  /// Those of the awaiting task: a handler is called where there are none.
  private let dependencies = DependencyValues.current

  init(origin: SourceOrigin) {
    self.origin = origin
  }

  /// Begins to wait; false if the task was cancelled before.
  func begin(_ waiter: CheckedContinuation<Value, any Error>) -> Bool {
    state.withLock { $0.begin(waiter) }
  }

  func call(_ result: Result<Value, any Error>) {
    switch state.withLock({ $0.call() }) {
    case .first(let waiter): waiter.resume(with: result)
    case .late: break
    case .repeated(let end): reportRepeated(result, after: end)
    }
  }

  /// Takes note of an error that is no result of the handler.
  func fail(_ error: any Error) {
    state.withLock { $0.fail() }?.resume(throwing: error)
  }

  func cancel() {
    let (waiter, canceller) = state.withLock { $0.cancel() }
    waiter?.resume(throwing: CancellationError())
    canceller?()
  }

  func setCanceller(_ canceller: @escaping @Sendable () -> Void) {
    if state.withLock({ $0.setCanceller(canceller) }) { canceller() }
  }

  private func reportRepeated(
    _ result: Result<Value, any Error>, after end: CompletionState<Waiter>.End
  ) {
    let text =
      switch result {
      case .success(let value): "the value \(ValueLine.text(value))"
      case .failure(let error): "the error \(ValueLine.text(error))"
      }
    let reason =
      switch end {
      case .call: ": the task that awaits the handler has gone on with that of the first call."
      case .cancellation:
        ", as was that of the first call: the task that awaited the handler had been cancelled."
      case .failure:
        ", as was that of the first call: starting the work had thrown an error."
      }
    dependencies.withValues {
      report(
        """
        A completion handler was called again, with \(text).

        The result was ignored\(reason) To fix this, call the handler exactly once; for values that come \
        repeatedly, use 'CallbackSequence'.
        """, fileID: origin.file, line: origin.line)
    }
  }
}
