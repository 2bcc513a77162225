/// A description of work that follows from an action.
///
/// An effect is a value: creating one does nothing. A store runs the effects that its reducer
/// returns, after the action has been reduced and in the order in which they were returned.
///
/// ```swift
/// case .factButtonTapped:
///   return .run { [count = state.count] send in
///     await send(.factResponse(facts.fetch(count)))
///   }
/// ```
public struct Effect<Action: Sendable>: Sendable {
  /// `nil` for an effect without work, so that inlined code can detect such an effect without a
  /// call.
  @usableFromInline let work: EffectWork?

  package init(_ tree: EffectTree) {
    work = if case .none = tree { nil } else { EffectWork(tree: tree) }
  }

  @inlinable init(_ work: EffectWork?) {
    self.work = work
  }

  package var tree: EffectTree { work?.tree ?? .none }

  /// The effect that does nothing.
  @inlinable public static var none: Self { Self(nil) }

  /// An effect that sends one action.
  ///
  /// The action is reduced after the action that returned this effect, before the store's `send`
  /// returns. To share logic between two actions, prefer a method on the reducer: it has no
  /// overhead and cannot be cancelled.
  public static func send(_ action: Action) -> Self {
    Self(.leaf(SendLeaf(action)))
  }
}

extension Effect {
  /// An effect that runs an asynchronous operation, which may send any number of actions.
  ///
  /// The operation starts at once, on the main actor: it runs to its first suspension before the
  /// store's `send` returns, and a `send` from it costs no thread hop. Move heavy computation into
  /// a `@concurrent` function that the operation awaits.
  ///
  /// Sending does not suspend, so `while true { await send(.x) }` blocks the main actor forever and
  /// cannot be cancelled. In each round, await an element of a sequence, or a clock, which throws
  /// when the effect is cancelled.
  ///
  /// The operation runs under the dependencies of its store and of the `dependency` operators
  /// around its reducer. A `withDependencies` around this call ends before the operation begins and
  /// does not affect it: call `withDependencies` inside the operation.
  ///
  /// ```swift
  /// return .run(name: "search") { [query = state.query] send in
  ///   await send(.response(try search.results(for: query)))
  /// } catch: { error, send in
  ///   await send(.failed("\(error)"))
  /// }
  /// ```
  ///
  /// A `CancellationError` that the operation throws is ignored. Any other error goes to `handler`;
  /// without one it is reported with the effect's name and source position.
  ///
  /// - Parameters:
  ///   - name: The name of this effect in reports, debuggers and the store's `inFlight`.
  ///   - priority: The priority of the effect's task; the caller's, if `nil`.
  ///   - operation: The work. Its captures must be `Sendable`: capture only the parts of the state
  ///     that it needs.
  ///   - handler: Handles an error that the operation throws.
  ///   - fileID: Where the effect is made, for reports.
  ///   - line: Where the effect is made, for reports.
  /// - Returns: An effect that runs when a reducer returns it to a store.
  public static func run(
    name: String? = nil,
    priority: TaskPriority? = nil,
    operation: @escaping @MainActor @Sendable (_ send: Send<Action>) async throws -> Void,
    catch handler: (
      @MainActor @Sendable (_ error: any Error, _ send: Send<Action>) async -> Void
    )? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Self {
    let origin = SourceOrigin(fileID: fileID, line: line)
    let leaf = RunLeaf(
      name: name, rawPriority: priority?.rawValue, origin: origin, operation: operation,
      handler: handler)
    return Self(.leaf(leaf))
  }
}

extension Effect {
  /// An effect that cancels the effects in flight with this id, in this feature and those below it.
  ///
  /// Takes effect as soon as the action that returned it has been reduced: from then on, nothing
  /// that a cancelled effect sends is reduced, and one that waits for its turn never starts. Ids
  /// are equal if both their types and their values are equal. Does nothing if no effect has this
  /// id. An id that does not equal itself, such as `Double.nan`, is reported.
  public static func cancel(id: some Hashable & Sendable) -> Self {
    Self(.cancel(AnyID(ofEffect: id)))
  }

  /// This effect, with an id that ``cancel(id:)`` can use to cancel it.
  ///
  /// ```swift
  /// return .run { send in
  ///   for await location in locations() { await send(.moved(location)) }
  /// }
  /// .cancellable(id: CancelID.locations, cancelInFlight: true)
  /// ```
  ///
  /// An effect may have several ids, and several effects may share one. Ids are compared while the
  /// store's effects are being changed: an `==` that sends an action stops the program.
  ///
  /// - Parameters:
  ///   - id: The id; ids are equal if both their types and their values are equal.
  ///   - cancelInFlight: Whether to cancel the effects with this id that are already in flight, in
  ///     this feature and below it, before registering this one.
  /// - Returns: The effect with the id.
  public func cancellable(id: some Hashable & Sendable, cancelInFlight: Bool = false) -> Self {
    if isNone { return cancelInFlight ? .cancel(id: id) : self }
    return Self(
      .cancellable(tree, id: AnyID(ofEffect: id), cancelInFlight: cancelInFlight))
  }
}
