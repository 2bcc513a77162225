import RatchetDependencies

/// The await for a completion handler: resumed once, by whichever comes first.
final class PendingCompletion<Value: Sendable>: Sendable {
  private typealias Waiter = CheckedContinuation<Value, any Error>

  let origin: SourceOrigin
  private let state = Locked(CompletionState<Waiter>())
  /// The dependencies of the awaiting task, since a handler is called outside of it.
  private let dependencies = DependencyValues.current

  init(origin: SourceOrigin) {
    self.origin = origin
  }

  /// Begins to wait; returns false if the task was cancelled before.
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

  /// Ends the wait with an error that is not the handler's result.
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

        The result was ignored\(reason) To fix this, call the handler exactly once; for values \
        that come repeatedly, use 'CallbackSequence'.
        """, fileID: origin.file, line: origin.line)
    }
  }
}

/// The state of an await for a completion handler: decides what to resume and what to report.
package struct CompletionState<Waiter> {
  private enum Phase {
    /// Not waiting yet. Becomes `waiting`, or `ended` if cancelled before that.
    case beginning
    /// Becomes `ended` with the first of: a call, a cancellation, an error at the start, the
    /// release of the handler.
    case waiting(Waiter)
    /// No longer waiting.
    case ended(End)
  }

  /// Why a wait ended.
  package enum End {
    /// The handler was called.
    case call
    /// The awaiting task was cancelled.
    case cancellation
    /// Starting the work threw an error, or the handler was released.
    case failure
  }

  /// What to do about a call of the handler.
  package enum Call {
    /// Resume the waiter with its result.
    case first(Waiter)
    /// Nothing: the wait had ended, through no fault of the caller.
    case late
    /// Report it: the handler had been called before. The value says why the wait ended.
    case repeated(End)
  }

  private var phase = Phase.beginning
  private var isCalled = false
  package private(set) var canceller: (@Sendable () -> Void)?

  package init() {}

  /// Begins to wait; returns false if the wait was cancelled before.
  package mutating func begin(_ waiter: Waiter) -> Bool {
    guard case .beginning = phase else { return false }
    phase = .waiting(waiter)
    return true
  }

  package mutating func call() -> Call {
    if isCalled, case .ended(let end) = phase { return .repeated(end) }
    isCalled = true
    return end(by: .call).map(Call.first) ?? .late
  }

  /// Takes out the waiter, to be resumed, and the canceller, to be called after that; both are
  /// `nil` if the wait has ended.
  package mutating func cancel() -> (waiter: Waiter?, canceller: (@Sendable () -> Void)?) {
    let canceller = canceller
    let waiter = end(by: .cancellation)
    return (waiter, waiter == nil ? nil : canceller)
  }

  /// Ends the wait with an error; returns the waiter, if any.
  package mutating func fail() -> Waiter? {
    end(by: .failure)
  }

  /// Keeps a canceller during the wait; returns true if it must be called now, because the wait was
  /// cancelled.
  package mutating func setCanceller(_ canceller: @escaping @Sendable () -> Void) -> Bool {
    switch phase {
    case .waiting: self.canceller = canceller
    case .ended(.cancellation): return true
    case .beginning, .ended: break
    }
    return false
  }

  private mutating func end(by end: End) -> Waiter? {
    canceller = nil
    switch phase {
    case .beginning:
      phase = .ended(end)
      return nil
    case .waiting(let waiter):
      phase = .ended(end)
      return waiter
    case .ended:
      return nil
    }
  }
}
