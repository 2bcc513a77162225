extension Task where Success == Void, Failure == Never {
  /// Runs an asynchronous operation for callers that still need a completion handler.
  ///
  /// ```swift
  /// func fact(
  ///   _ number: Int,
  ///   completion: @escaping @MainActor @Sendable (Result<String, any Error>) -> Void
  /// ) -> Task<Void, Never> {
  ///   Task(operation: { [facts] in try await facts.fetch(number) }, completion: completion)
  /// }
  /// ```
  ///
  /// The completion is called exactly once, with the result of the operation. Cancelling the task
  /// cancels the operation, which usually throws `CancellationError`. Both run with the
  /// dependencies of the code that creates the task.
  ///
  /// - Parameters:
  ///   - priority: The priority of the task; the caller's if `nil`.
  ///   - executor: Where to call a completion that is not isolated, such as a queue's executor; the
  ///     concurrent pool if `nil`.
  ///   - operation: The work, run off the caller's actor.
  ///   - completion: Receives the result, in the isolation of its type: a `@MainActor` closure, `{
  ///     @MainActor result in }`, on the main actor.
  @discardableResult
  public init<Value: Sendable>(
    priority: TaskPriority? = nil,
    completionOn executor: (any TaskExecutor)? = nil,
    operation: @escaping @concurrent @Sendable () async throws -> Value,
    completion: @escaping @isolated(any) @Sendable (Result<Value, any Error>) -> Void
  ) {
    self.init(priority: priority) { @concurrent in
      let result: Result<Value, any Error>
      do {
        result = .success(try await operation())
      } catch {
        result = .failure(error)
      }
      await withTaskExecutorPreference(executor) { @concurrent in await completion(result) }
    }
  }
}
