extension Effect {
  /// An effect that runs an asynchronous operation, which may send any number of actions.
  ///
  /// The operation starts at once, on the main actor: it runs up to its first suspension before the
  /// store's `send` returns, and a `send` from it costs no thread hop. Put heavy computation into
  /// a `@concurrent` function that the operation awaits.
  ///
  /// To send is not to suspend. `while true { await send(.x) }` therefore keeps the main actor to itself
  /// for ever: nothing else runs there, and nobody can cancel the effect. Wait in each round for an
  /// element of a sequence or for a clock, which throws when the effect is cancelled.
  ///
  /// The operation runs under the dependencies of its store, with those of the `dependency` operators
  /// around its reducer. A `withDependencies` around this call ends before the operation begins, and
  /// does not reach it: call `withDependencies` in the operation.
  ///
  /// ```swift
  /// return .run(name: "search") { [query = state.query] send in
  ///   await send(.response(try search.results(for: query)))
  /// } catch: { error, send in
  ///   await send(.failed("\(error)"))
  /// }
  /// ```
  ///
  /// A `CancellationError` that the operation throws is ignored. Any other error goes to
  /// `handler`; without one it is reported with the effect's name and place.
  ///
  /// - Parameters:
  ///   - name: What reports, the store's `inFlight` and debuggers call this effect.
  ///   - priority: The priority of the effect's task; that of the caller of `send` if `nil`.
  ///   - operation: What to do. Captures must be `Sendable`: capture the parts of the state that it
  ///     needs.
  ///   - handler: What to do with an error that the operation throws.
  ///   - fileID: Where the effect is made, for reports.
  ///   - line: Where the effect is made, for reports.
  /// - Returns: An effect, which runs when a store gets it from its reducer.
  @inlinable public static func run(
    name: String? = nil,
    priority: TaskPriority? = nil,
    operation: @escaping @MainActor @Sendable (_ send: Send<Action>) async throws -> Void,
    catch handler: (
      @MainActor @Sendable (_ error: any Error, _ send: Send<Action>) async -> Void
    )? =
      nil,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Self {
    let origin = SourceOrigin(fileID: fileID, line: line)
    return Self(
      RunLeaf(
        name: name, rawPriority: priority?.rawValue, origin: origin, operation: operation,
        handler: handler))
  }
}
