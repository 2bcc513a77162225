extension Effect {
  /// An effect that sends an action for each element of an asynchronous sequence.
  ///
  /// ```swift
  /// return .sequence(retry: .times(3), { socket.messages() }, action: Action.received)
  /// ```
  ///
  /// The sequence is made and iterated on the main actor. The next element is requested once the
  /// previous element's action has been reduced; nothing is read ahead.
  ///
  /// When making or iterating the sequence throws, both start again as often as the retry policy
  /// says, after a delay on the `continuousClock` dependency. The last error is handled as in
  /// `run`. A `CancellationError` is not retried. To retry a single request, call
  /// ``withRetries(_:if:_:fileID:line:)`` in `run`.
  ///
  /// - Parameters:
  ///   - name: The name of this effect in reports, debuggers and the store's `inFlight`.
  ///   - priority: The priority of the effect's task; the caller's, if `nil`.
  ///   - retry: How often to start again after an error.
  ///   - condition: Whether to retry after an error; always, by default.
  ///   - sequence: Makes the sequence; called once for each attempt.
  ///   - action: Makes the action for an element.
  ///   - handler: Handles the error of the last attempt.
  ///   - fileID: Where the effect is made, for reports.
  ///   - line: Where the effect is made, for reports.
  /// - Returns: An effect that ends with the sequence.
  @inlinable public static func sequence<Elements: AsyncSequence>(
    name: String? = nil,
    priority: TaskPriority? = nil,
    retry: RetryPolicy = .never,
    if condition: @escaping @MainActor @Sendable (_ error: any Error) -> Bool = { _ in true },
    _ sequence: @escaping @MainActor @Sendable () async throws -> Elements,
    action: @escaping @MainActor @Sendable (Elements.Element) -> Action,
    catch handler: (
      @MainActor @Sendable (_ error: any Error, _ send: Send<Action>) async -> Void
    )? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Self {
    attempts(name, priority, retry, condition, handler, fileID, line) { send in
      try await forEach(in: sequence()) { await send(action($0)) }
    }
  }

  /// An effect that sends an action for each element of an asynchronous sequence of unknown type.
  ///
  /// A client declares such a sequence as `var all: @Sendable () -> any AsyncSequence<Note, any
  /// Error> & Sendable`.
  ///
  /// Otherwise, it works like the method for a sequence of a known type.
  public static func sequence<Element, Failure: Error>(
    name: String? = nil,
    priority: TaskPriority? = nil,
    retry: RetryPolicy = .never,
    if condition: @escaping @MainActor @Sendable (_ error: any Error) -> Bool = { _ in true },
    _ sequence:
      @escaping @MainActor @Sendable () async throws -> any AsyncSequence<Element, Failure>,
    action: @escaping @MainActor @Sendable (Element) -> Action,
    catch handler: (
      @MainActor @Sendable (_ error: any Error, _ send: Send<Action>) async -> Void
    )? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Self {
    attempts(name, priority, retry, condition, handler, fileID, line) { send in
      try await forEach(in: sequence()) { await send(action($0)) }
    }
  }

  /// An effect that runs an operation, again after each error that the policy covers.
  @usableFromInline static func attempts(
    _ name: String?, _ priority: TaskPriority?, _ retry: RetryPolicy,
    _ condition: @escaping @MainActor @Sendable (any Error) -> Bool,
    _ handler: (@MainActor @Sendable (any Error, Send<Action>) async -> Void)?,
    _ fileID: StaticString, _ line: UInt,
    _ attempt: @escaping @MainActor @Sendable (Send<Action>) async throws -> Void
  ) -> Self {
    .run(
      name: name, priority: priority,
      operation: { send in
        try await withRetries(
          retry, if: { condition($0) }, { try await attempt(send) }, fileID: fileID, line: line)
      }, catch: handler, fileID: fileID, line: line)
  }
}

/// Calls a function for each element; throws if an element arrives after the task was cancelled.
///
/// Returns normally if the sequence itself ends when the task is cancelled, as `AsyncStream` does.
@inlinable
@MainActor func forEach<Elements: AsyncSequence>(
  in elements: Elements, _ body: @MainActor (Elements.Element) async -> Void
) async throws {
  for try await element in elements {
    try Task.checkCancellation()
    await body(element)
  }
}
