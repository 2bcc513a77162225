extension Reducer {
  /// Runs another reducer, after this one, for each action with which a value changed.
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
  /// The value is read before and after this reducer, for each action. The other reducer is built
  /// for each change, so subscriptions that it declares would not outlive the action: they are not
  /// run.
  ///
  /// - Parameters:
  ///   - value: The value of a state.
  ///   - reducer: Makes the reducer from the old value and the new one.
  /// - Returns: A reducer that runs this one, and the other one after a change.
  @inlinable
  public func onChange<Value: Equatable, Other: Reducer>(
    of value: @escaping (State) -> Value,
    @ReducerBuilder<State, Action> _ reducer:
      @escaping (_ oldValue: Value, _ newValue: Value) ->
      Other
  ) -> some Reducer<State, Action> where Other.State == State, Other.Action == Action {
    OperatorReducer(of: Self.self) {
      let reduction = self.makeReduction()
      let base = reduction.run
      let run: (inout State, Action) -> Effect<Action> = { state, action in
        let oldValue = value(state)
        let effect = base(&state, action)
        let newValue = value(state)
        if oldValue == newValue { return effect }
        let other = reducer(oldValue, newValue).makeReduction()
        return effect.merged(with: other.run(&state, action))
      }
      return Reduction(run, declaring: reduction.declaration)
    }
  }
}
