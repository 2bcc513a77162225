import RatchetDependencies

/// A completion handler was not called as its contract requires.
///
/// The task that awaits the handler throws the first two; `PendingCompletion` reports the third.
enum CompletionHandlerMisuse: Error, Hashable, CustomStringConvertible {
  /// The handler was released without a call.
  case released(at: SourceOrigin)
  /// The handler was called with neither a value nor an error.
  case empty(at: SourceOrigin)
  /// The handler was called again with a result. `consequence` says which results were ignored.
  case repeated(result: String, consequence: String)

  /// Says what happened and how to fix it; for an error, also where the handler was awaited.
  var description: String {
    switch self {
    case .released(let origin):
      """
      The completion handler awaited at \(origin) was released without being called. To fix this, \
      call it on every path, including failure and cancellation.
      """
    case .empty(let origin):
      """
      The completion handler awaited at \(origin) was called with neither a value nor an error. \
      To fix this, pass one of them. If there is no value to return, await 'Void' and pass '()'.
      """
    case .repeated(let result, let consequence):
      """
      A completion handler was called again, with \(result).

      \(consequence) To fix this, call the handler exactly once. For repeated values, use \
      'CallbackSequence'.
      """
    }
  }
}
