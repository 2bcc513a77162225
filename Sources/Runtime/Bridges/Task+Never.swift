extension Task where Failure == Never {
  /// Suspends until the task is cancelled, then throws.
  ///
  /// Use it in a test, for a dependency that never answers, whatever it would return:
  ///
  /// ```swift
  /// $0.facts.fetch = { _ in try await Task.never() }
  /// ```
  ///
  /// - Returns: Never.
  /// - Throws: `CancellationError`.
  public static func never() async throws -> Success {
    try await Task<Never, Never>.never()
  }
}

extension Task where Success == Never, Failure == Never {
  /// Suspends until the task is cancelled, then throws; where no value is expected.
  ///
  /// - Returns: Never.
  /// - Throws: `CancellationError`.
  public static func never() async throws -> Never {
    for await _ in AsyncStream<Never>.makeStream().stream {}
    throw _Concurrency.CancellationError()
  }
}

extension Result where Success: ~Copyable {
  /// Creates a result from the value that an asynchronous operation returns, or the error that it
  /// throws.
  ///
  /// ```swift
  /// await send(.answered(Result { try await api.answer() }))
  /// ```
  public init(
    catching operation: nonisolated(nonsending) () async throws(Failure) -> Success
  ) async {
    do throws(Failure) {
      self = .success(try await operation())
    } catch {
      self = .failure(error)
    }
  }
}
