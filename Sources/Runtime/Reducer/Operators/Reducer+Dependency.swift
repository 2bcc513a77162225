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

extension Reducer {
  /// Runs this reducer with a storage of shared values of its own.
  ///
  /// ```swift
  /// .ifLet(\.login, action: Action.login) {
  ///   Login().dependency(\.sharedStorage, SharedStorage())
  /// }
  /// ```
  ///
  /// For values that only one flow needs, such as the password between the screens of a login. A
  /// storage in memory is emptied when the feature leaves the state, so the next one begins anew.
  /// The elements of a collection have one storage, which is emptied when any of them leaves.
  ///
  /// - Parameters:
  ///   - keyPath: The dependency `sharedStorage`.
  ///   - storage: The storage.
  /// - Returns: A reducer that runs this one with the storage.
  public func dependency(
    _ keyPath: WritableKeyPath<DependencyValues, SharedStorage>, _ storage: SharedStorage
  ) -> some Reducer<State, Action> {
    SubscribingReducer(of: Self.self) {
      let base = self.dependency { $0[keyPath: keyPath] = storage }.makeReduction()
      let presence = Declaration<State>(at: { nil }) { _, node, _ in
        if node == nil { node = StorageNode(storage) }
      }
      return Reduction(base.run, declaring: base.declarations.and(subscriptions: presence))
    }
  }
}

/// A feature that has a storage of its own.
private final class StorageNode: DeclarationNode {
  private let storage: SharedStorage

  init(_ storage: SharedStorage) { self.storage = storage }

  override func end(_ changes: inout DeclarationChanges) {
    storage.removeAll()
  }
}

extension Effect {
  /// This effect, run under the given dependencies.
  @usableFromInline
  func under(_ values: DependencyValues) -> Self {
    Self(.dependent(tree, values))
  }
}
