extension Reducer {
  /// Runs a closure instead of this reducer; the closure may call the reducer.
  ///
  /// Use it to write your own operators that inspect actions and states, or decide whether to
  /// reduce an action:
  ///
  /// ```swift
  /// extension Reducer {
  ///   func locked(while isLocked: @escaping (State) -> Bool) -> some Reducer<State, Action> {
  ///     around { state, action, base in
  ///       isLocked(state) ? .none : base(&state, action)
  ///     }
  ///   }
  /// }
  /// ```
  ///
  /// Declarations of this reducer, such as subscriptions, stay in force. To replace an effect,
  /// return another effect; to enclose the operations of effects, use ``aroundEffect(_:)``.
  ///
  /// - Parameter reduce: Reduces an action; `base` is this reducer.
  /// - Returns: A reducer that runs the closure.
  @inlinable
  public func around(
    _ reduce:
      @escaping (
        _ state: inout State, _ action: Action,
        _ base: (_ state: inout State, _ action: Action) -> Effect<Action>
      ) -> Effect<Action>
  ) -> some Reducer<State, Action> {
    OperatorReducer(of: Self.self) {
      let base = self.makeReduction()
      return Reduction({ [run = base.run] in reduce(&$0, $1, run) }, declaring: base.declarations)
    }
  }

  /// Runs a function around the operation of each effect of this reducer and of the reducers below
  /// it, including the effects of subscriptions.
  ///
  /// ```swift
  /// extension Reducer {
  ///   func traced(by tracer: Tracer) -> some Reducer<State, Action> {
  ///     aroundEffect { effect, operation in
  ///       let span = tracer.begin(effect.name ?? "effect")
  ///       defer { tracer.end(span) }
  ///       try await operation()
  ///     }
  ///   }
  /// }
  /// ```
  ///
  /// Use it for code that must enclose an operation, such as a tracing span, which is a task-local
  /// value. At the root reducer of a store, it encloses all effects of the store. A function that
  /// is set around this reducer encloses this function.
  ///
  /// The function is called once for each operation of `run` and `sequence` when the effect starts:
  /// in the effect's task, on the main actor, under the effect's dependencies. An `Effect.send` and
  /// the delay of `debounce` or `throttle` have no operation. The function cannot send actions. It
  /// must call the operation once: a missing or second call is reported, and a second call does
  /// nothing. An error that the function throws is treated as the operation's error, and an error
  /// that it catches as handled. `catch:` runs after the function. Cancelling the effect still
  /// cancels its task.
  ///
  /// - Parameter function: Called in the task of each effect when it starts; must call the
  ///   operation once.
  /// - Returns: A reducer whose effects run inside the function.
  public func aroundEffect(
    _ function:
      @escaping @MainActor @Sendable (
        _ effect: EffectDescription, _ operation: @MainActor () async throws -> Void
      ) async throws -> Void
  ) -> some Reducer<State, Action> {
    dependency { values in
      guard let outer = values.aroundEffect else { return values.aroundEffect = function }
      values.aroundEffect = { effect, operation in
        try await outer(effect) { try await function(effect, operation) }
      }
    }
  }
}
