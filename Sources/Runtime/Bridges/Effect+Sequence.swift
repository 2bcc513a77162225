import RatchetDependencies

extension Effect {
  /// An effect that sends an action for each element of an asynchronous sequence.
  ///
  /// ```swift
  /// return .sequence(retry: .times(3), { socket.messages() }, action: Action.received)
  /// ```
  ///
  /// The sequence is made and iterated on the main actor; the next element is asked for when the action of the one before
  /// has been reduced. When making or iterating it throws, both begin anew as often as the retry policy says, after
  /// a delay on the `continuousClock` dependency. The last error is that of the effect, as in `run`. A
  /// `CancellationError` is not retried.
  ///
  /// - Parameters:
  ///   - name: What reports, the store's `inFlight` and debuggers call this effect.
  ///   - priority: The priority of the effect's task; that of the caller of `send` if `nil`.
  ///   - retry: How often to begin anew after an error.
  ///   - sequence: Makes the sequence, once for each attempt.
  ///   - action: The action for an element.
  ///   - handler: What to do with the error of the last attempt.
  ///   - fileID: Where the effect is made, for reports.
  ///   - line: Where the effect is made, for reports.
  /// - Returns: An effect, which ends with the sequence.
  public static func sequence<Elements: AsyncSequence>(
    name: String? = nil,
    priority: TaskPriority? = nil,
    retry: RetryPolicy = .never,
    _ sequence: @escaping @MainActor @Sendable () async throws -> Elements,
    action: @escaping @MainActor @Sendable (Elements.Element) -> Action,
    catch handler: (
      @MainActor @Sendable (_ error: any Error, _ send: Send<Action>) async -> Void
    )? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Self {
    .run(
      name: name, priority: priority,
      operation: { send in
        try await retrying(retry) {
          for try await element in try await sequence() {
            try Task.checkCancellation()
            await send(action(element))
          }
        }
      }, catch: handler, fileID: fileID, line: line)
  }

  /// Runs an attempt, again after each error that the policy covers.
  @MainActor private static func retrying(
    _ policy: RetryPolicy, _ attempt: @MainActor () async throws -> Void
  ) async throws {
    @Dependency(\.continuousClock) var clock
    var retries = 0
    while true {
      do {
        return try await attempt()
      } catch {
        try Task.checkCancellation()
        retries += 1
        guard !(error is CancellationError), let delay = policy.delay(beforeRetry: retries)
        else { throw error }
        if delay > .zero { try await clock.sleep(for: delay) }
      }
    }
  }
}
