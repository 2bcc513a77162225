/// A completion handler was not used as its interface promises.
public enum CompletionHandlerError: Error, Hashable, CustomStringConvertible {
  /// The handler was released, and nobody had called it.
  case released(at: SourceOrigin)
  /// The handler was called with neither a value nor an error.
  case empty(at: SourceOrigin)

  /// What happened, where the handler was awaited, and what to do.
  public var description: String {
    switch self {
    case .released(let origin):
      """
      The completion handler awaited at \(origin) was released and never called, so there is no result. Call it on \
      every path, also when the work fails or is cancelled.
      """
    case .empty(let origin):
      """
      The completion handler awaited at \(origin) was called with neither a value nor an error. Call it with one of \
      them; where there is no value to give, await 'Void' and pass '()'.
      """
    }
  }
}
