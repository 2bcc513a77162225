public import RatchetDependencies

extension Reducer {
  /// Runs this reducer under another value of a dependency.
  ///
  /// ```swift
  /// Scope(state: \.preview, action: Action.preview) {
  ///   Player().dependency(\.continuousClock, ImmediateClock())
  /// }
  /// ```
  ///
  /// Applies to the reducers and the effects of this feature and of those below it, and while its
  /// body is built. All other dependencies are those in force around it, for each action.
  ///
  /// `withDependencies` in a reducer does less: an effect that its operation returns runs later,
  /// without the override.
  ///
  /// - Parameters:
  ///   - keyPath: The dependency.
  ///   - value: Its value.
  /// - Returns: A reducer that runs this one under the value.
  @inlinable
  public func dependency<Value: Sendable>(
    _ keyPath: WritableKeyPath<DependencyValues, Value>, _ value: Value
  ) -> some Reducer<State, Action> {
    dependency { $0[keyPath: keyPath] = value }
  }

  /// Runs this reducer under dependencies that are made from those around it.
  ///
  /// ```swift
  /// Player().dependency { values in
  ///   let facts = values.facts
  ///   values.facts.fetch = { number in "Did you know? \(try await facts.fetch(number))" }
  /// }
  /// ```
  ///
  /// Applies where `dependency(_:_:)` does. The closure is called again when the dependencies
  /// around this reducer have changed, not for each action. To read a value there is no use of it,
  /// and not reported in a test.
  ///
  /// - Parameter update: Changes dependencies.
  /// - Returns: A reducer that runs this one under the changed dependencies.
  @inlinable
  public func dependency(
    _ update: @escaping (inout DependencyValues) -> Void
  ) -> some Reducer<State, Action> {
    OperatorReducer(of: Self.self) {
      let reduction = self.makeReduction()
      let base = reduction.run
      // Those of the last action: nearly always the next one has the same.
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
  /// This effect, run under these dependencies.
  @usableFromInline
  func under(_ values: DependencyValues) -> Self {
    Self(.of(.dependent(tree, values)))
  }
}
