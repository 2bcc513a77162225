public import RatchetDependencies

extension Reducer {
  /// Runs this reducer with another value of a dependency.
  ///
  /// ```swift
  /// Scope(state: \.preview, action: Action.preview) {
  ///   Player().dependency(\.continuousClock, ImmediateClock())
  /// }
  /// ```
  ///
  /// Applies to the reducers and effects of this feature and those below it, and while its body is
  /// built. All other dependencies are those in force around it, for each action.
  ///
  /// `withDependencies` in a reducer does less: an effect that its closure returns runs later,
  /// without the override.
  ///
  /// - Parameters:
  ///   - keyPath: The dependency.
  ///   - value: The new value.
  /// - Returns: A reducer that runs this one with the value.
  @inlinable
  public func dependency<Value: Sendable>(
    _ keyPath: WritableKeyPath<DependencyValues, Value>, _ value: Value
  ) -> some Reducer<State, Action> {
    dependency { $0[keyPath: keyPath] = value }
  }

  /// Runs this reducer with dependencies derived from those around it.
  ///
  /// ```swift
  /// Player().dependency { values in
  ///   let facts = values.facts
  ///   values.facts.fetch = { number in "Did you know? \(try await facts.fetch(number))" }
  /// }
  /// ```
  ///
  /// Applies where `dependency(_:_:)` does. The closure is called again when the dependencies
  /// around this reducer have changed, not for each action. Reading a value in it does not count as
  /// a use, and is not reported in a test.
  ///
  /// - Parameter update: Changes the dependencies.
  /// - Returns: A reducer that runs this one with the changed dependencies.
  @inlinable
  public func dependency(
    _ update: @escaping (inout DependencyValues) -> Void
  ) -> some Reducer<State, Action> {
    OperatorReducer(of: Self.self) {
      let reduction = self.makeReduction()
      let base = reduction.run
      // Cached for the last action: the next one nearly always has the same outer dependencies.
      var outer: DependencyValues?
      var inner = DependencyValues.current
      let run: (inout State, Action) -> Effect<Action> = { state, action in
        if outer?.isIdentical(to: .current) != true {
          outer = .current
          inner = DependencyValues.current.updated(by: update)
        }
        let effect = inner.withValues { base(&state, action) }
        return effect.isNone ? effect : effect.under(inner)
      }
      return Reduction(run, declaring: reduction.declarations.under(update))
    }
  }
}

extension Effect {
  /// This effect, run under the given dependencies.
  @usableFromInline
  func under(_ values: DependencyValues) -> Self {
    Self(.of(.dependent(tree, values)))
  }
}
