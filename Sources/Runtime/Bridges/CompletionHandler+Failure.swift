/// Calls an interface whose completion handler takes a `Result`, and throws the type of its error.
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
/// Does what ``withCompletionHandler(of:isolation:_:fileID:line:)`` does. Two errors are none of the
/// interface, a cancellation and a release of the handler without a call; `interrupted` says what
/// to throw instead.
///
/// - Parameters:
///   - type: The type of the value, where it does not follow from the use of the result.
///   - failure: The type of the error, where it does not follow from the closures.
///   - isolation: Where the caller runs.
///   - start: Starts the work and keeps the handler, which takes a `Result`; called once, where the caller runs.
///   - interrupted: The error to throw for a `CancellationError` or a `CompletionHandlerError`.
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
