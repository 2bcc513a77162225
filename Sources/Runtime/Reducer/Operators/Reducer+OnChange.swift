extension Reducer {
  /// Runs another reducer, after this one, for each action that changes a value.
  ///
  /// ```swift
  /// var body: some ReducerOf<Self> {
  ///   Reduce { state, action in
  ///     if case .queryChanged(let query) = action { state.query = query }
  ///     return .none
  ///   }
  ///   .onChange(of: \.query) { oldQuery, newQuery in
  ///     Reduce { state, _ in
  ///       state.history.append(oldQuery)
  ///       return .none
  ///     }
  ///   }
  /// }
  /// ```
  ///
  /// The value is read before and after this reducer, for each action. If the store writes to a
  /// field that this reducer keeps in a shared key, the next action counts as the one that changed
  /// it. The other reducer is created for each change, so its subscriptions could not outlive the
  /// action: they do not run, and are reported.
  ///
  /// - Parameters:
  ///   - value: Reads the value from a state.
  ///   - reducer: Creates the reducer from the old and the new value.
  /// - Returns: A reducer that runs this one and, after a change, the other one.
  @inlinable
  public func onChange<Value: Equatable, Other: Reducer>(
    of value: @escaping (State) -> Value,
    @ReducerBuilder<State, Action> _ reducer:
      @escaping (_ oldValue: Value, _ newValue: Value) ->
      Other
  ) -> some Reducer<State, Action> where Other.State == State, Other.Action == Action {
    onChange(of: value, removeDuplicates: ==, reducer)
  }

  /// Runs another reducer, after this one, for each action that changes a value according to a
  /// predicate.
  ///
  /// ```swift
  /// Reduce { state, action in
  ///   if case .moved(let position) = action { state.position = position }
  ///   return .none
  /// }
  /// .onChange(of: \.position) {
  ///   abs($0.x - $1.x) < 0.5
  /// } _: { _, newPosition in
  ///   Reduce { _, _ in .run { _ in await save(newPosition) } }
  /// }
  /// ```
  ///
  /// Use it for values that are not `Equatable`, or to ignore small changes. The values before and
  /// after a single action are compared, so small changes of several actions do not add up.
  ///
  /// - Parameters:
  ///   - value: Reads the value from a state.
  ///   - isDuplicate: Whether the old and the new value count as the same.
  ///   - reducer: Makes the reducer from the old and the new value.
  /// - Returns: A reducer that runs this one and, after a change, the other one.
  @inlinable
  public func onChange<Value, Other: Reducer>(
    of value: @escaping (State) -> Value,
    removeDuplicates isDuplicate: @escaping (_ oldValue: Value, _ newValue: Value) -> Bool,
    @ReducerBuilder<State, Action> _ reducer:
      @escaping (_ oldValue: Value, _ newValue: Value) ->
      Other
  ) -> some Reducer<State, Action> where Other.State == State, Other.Action == Action {
    OperatorReducer(of: Self.self) {
      let base = self.makeReduction()
      // The store also writes to fields that this reducer keeps in shared keys, between actions.
      // `kept` has these fields, and gives the state as the last action left it.
      let kept = KeptInside(base.declarations)
      let run: (inout State, Action) -> Effect<Action> = { [run = base.run] state, action in
        let oldValue = if let kept { value(kept.beforeWrites(state)) } else { value(state) }
        var effect = run(&state, action)
        // Changes of kept fields that the reducer returned as effects also count for this action.
        if let kept { effect = kept.applyChanges(of: effect, to: &state) }
        let newValue = value(state)
        if isDuplicate(oldValue, newValue) { return effect }
        // A direct call: what the other reducer declares is reported, and does nothing.
        return effect.merged(
          with: reducer(oldValue, newValue).reduce(into: &state, action: action))
      }
      return Reduction(
        run, declaring: kept?.remembering(base.declarations) ?? base.declarations)
    }
  }
}
