/// Calls an API that takes a completion handler and returns the result that the handler receives.
///
/// ```swift
/// let fact = try await withCompletionHandler(of: String.self) { handler in
///   let request = service.fact(number) { handler($0) }
///   handler.onCancel { request.cancel() }
/// }
/// ```
///
/// The handler takes a `Result`, a value and an error, or a value. It may be called on any thread,
/// even before `start` returns. A second call is reported and ignored. If the handler is released
/// without a call, this throws an error that says where it was awaited.
///
/// Cancelling the task throws `CancellationError` at once and calls the canceller; a later call of
/// the handler is ignored. If the task is already cancelled, `start` is not called.
///
/// Throws errors of any type; use
/// ``withCompletionHandler(of:throwing:isolation:_:interrupted:fileID:line:)`` to keep the error
/// type of a `Result`.
///
/// - Parameters:
///   - type: The type of the value, if it cannot be inferred from the use of the result.
///   - isolation: The caller's isolation.
///   - start: Starts the work and passes on the handler; called once, in the caller's isolation.
///     Errors that it throws are rethrown.
///   - fileID: Where the handler is awaited, for reports.
///   - line: Where the handler is awaited, for reports.
/// - Returns: The value of the first call.
/// - Throws: The error of the first call, `CancellationError`, or an error for a handler that was
///   released.
public func withCompletionHandler<Value: Sendable>(
  of type: Value.Type = Value.self,
  isolation: isolated (any Actor)? = #isolation,
  _ start: (_ handler: CompletionHandler<Value>) throws -> Void,
  fileID: StaticString = #fileID,
  line: UInt = #line
) async throws -> Value {
  let pending = PendingCompletion<Value>(origin: SourceOrigin(fileID: fileID, line: line))
  return try await withTaskCancellationHandler {
    try await withCheckedThrowingContinuation(isolation: isolation) { continuation in
      // Already cancelled: then `start` is not called.
      guard pending.begin(continuation) else {
        return continuation.resume(throwing: CancellationError())
      }
      let handler = CompletionHandler(pending)
      do {
        try start(handler)
      } catch {
        pending.fail(error)
      }
      // Keeps the handler until here: an error that `start` throws takes precedence over the error
      // for a handler that was released without a call.
      withExtendedLifetime(handler) {}
    }
  } onCancel: {
    pending.cancel()
  }
}

/// Receives the result of an API that takes a completion handler; made by `withCompletionHandler`.
public struct CompletionHandler<Value: Sendable>: Sendable {
  /// Ends the wait with an error when the last copy of a handler is released without a call: all
  /// copies share this object, and nothing else holds it.
  private final class Lifetime: Sendable {
    let pending: PendingCompletion<Value>

    init(_ pending: PendingCompletion<Value>) {
      self.pending = pending
    }

    deinit {
      pending.fail(CompletionHandlerMisuse.released(at: pending.origin))
    }
  }

  private let lifetime: Lifetime

  init(_ pending: PendingCompletion<Value>) {
    lifetime = Lifetime(pending)
  }

  /// Passes on a result.
  public func callAsFunction(_ result: Result<Value, some Error>) {
    lifetime.pending.call(result.mapError { $0 })
  }

  /// Passes on a value.
  public func callAsFunction(_ value: Value) {
    lifetime.pending.call(.success(value))
  }

  /// Passes on an error or, if there is none, a value.
  ///
  /// For an API without a value, pass `((), error)`. With neither a value nor an error, the wait
  /// ends with an error that says so.
  public func callAsFunction(_ value: Value?, _ error: (any Error)?) {
    if let error {
      lifetime.pending.call(.failure(error))
    } else if let value {
      lifetime.pending.call(.success(value))
    } else {
      lifetime.pending.call(.failure(CompletionHandlerMisuse.empty(at: lifetime.pending.origin)))
    }
  }

  /// Sets the function that stops the work if the task is cancelled before the handler is called.
  ///
  /// The function is called at most once, on the thread that cancels; at once if the task is
  /// already cancelled. It is kept, with its captures, until the handler is called or the task is
  /// cancelled.
  public func onCancel(_ canceller: @escaping @Sendable () -> Void) {
    lifetime.pending.setCanceller(canceller)
  }
}

/// Calls an API whose completion handler takes a `Result`, and throws that result's error type.
///
/// ```swift
/// func fact(_ number: Int) async throws(FactError) -> String {
///   try await withCompletionHandler(throwing: FactError.self) { handler in
///     let request = service.fact(number) { handler($0) }
///     handler.onCancel { request.cancel() }
///   } interrupted: { error in
///     .interrupted("\(error)")
///   }
/// }
/// ```
///
/// Behaves like ``withCompletionHandler(of:isolation:_:fileID:line:)``. Two errors are not the
/// API's: a cancellation, and a release of the handler without a call. `interrupted` maps them to
/// the error to throw.
///
/// - Parameters:
///   - type: The type of the value, if it cannot be inferred from the use of the result.
///   - failure: The type of the error, if it cannot be inferred from the closures.
///   - isolation: The caller's isolation.
///   - start: Starts the work and passes on the handler, which takes a `Result`; called once, in
///     the caller's isolation.
///   - interrupted: Maps a `CancellationError`, or the error for a handler that was released, to
///     the error to throw.
///   - fileID: Where the handler is awaited, for reports.
///   - line: Where the handler is awaited, for reports.
/// - Returns: The value of the first call.
/// - Throws: The error of the first call, or the one that `interrupted` returns.
public func withCompletionHandler<Value: Sendable, Failure: Error>(
  of type: Value.Type = Value.self,
  throwing failure: Failure.Type = Failure.self,
  isolation: isolated (any Actor)? = #isolation,
  _ start: (_ handler: CompletionHandler<Result<Value, Failure>>) -> Void,
  interrupted: (_ error: any Error) -> Failure,
  fileID: StaticString = #fileID,
  line: UInt = #line
) async throws(Failure) -> Value {
  let result: Result<Value, Failure>
  do {
    result = try await withCompletionHandler(
      isolation: isolation, { handler in start(handler) }, fileID: fileID, line: line)
  } catch {
    throw interrupted(error)
  }
  return try result.get()
}
