public import RatchetDependencies

extension Reducer {
  /// Runs this reducer with a different value of a dependency.
  ///
  /// ```swift
  /// Scope(state: \.preview, action: Action.preview) {
  ///   Player().dependency(\.continuousClock, ImmediateClock())
  /// }
  /// ```
  ///
  /// The value applies to the reducers and effects of this feature and of the features below it,
  /// and while its body is built. All other dependencies are inherited from the parent.
  ///
  /// `withDependencies` in a reducer does less: an effect that its closure returns runs later,
  /// without the override.
  ///
  /// - Parameters:
  ///   - keyPath: The dependency.
  ///   - value: The new value; for a storage of shared values, use ``sharedStorage(_:)``.
  ///   - fileID: Where the dependency is set, for reports.
  ///   - line: Where the dependency is set, for reports.
  /// - Returns: A reducer that runs this one with the value.
  @inlinable
  public func dependency<Value: Sendable>(
    _ keyPath: WritableKeyPath<DependencyValues, Value>, _ value: Value,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> some Reducer<State, Action> {
    if Value.self == SharedStorage.self { OperatorMisuse.reportStorage(fileID, line) }
    return dependency { $0[keyPath: keyPath] = value }
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
  /// The changes have the same scope as with `dependency(_:_:)`. The closure is called again when
  /// the dependencies around this reducer have changed, not for each action. Reading a value in the
  /// closure does not count as a use, and is not reported in a test.
  ///
  /// - Parameter update: Changes the dependencies.
  /// - Returns: A reducer that runs this one with the changed dependencies.
  @inlinable
  public func dependency(
    _ update: @escaping (inout DependencyValues) -> Void
  ) -> some Reducer<State, Action> {
    OperatorReducer(of: Self.self) {
      self.makeReduction().under(DerivedDependencies(update))
    }
  }
}

extension Reduction {
  /// Returns this reduction, which then runs, with its effects, under derived dependencies.
  @inlinable func under(_ derived: DerivedDependencies) -> Reduction {
    let base = run
    let run: (inout State, Action) -> Effect<Action> = { state, action in
      let inner = derived.values(around: .current)
      let effect = inner.withValues { base(&state, action) }
      return effect.isNone ? effect : effect.under(inner)
    }
    return Reduction(run, declaring: declarations.under(derived))
  }
}

/// The dependencies that `dependency(_:)` derives from those around a reducer.
///
/// Used by the reducer, its subscriptions, and the search for its kept fields. They share one
/// object, and therefore the values that the user's closure makes. Owns what it derived last.
/// `sharedStorage(_:)` has a subclass with one object for each row.
@usableFromInline class DerivedDependencies {
  private let update: (inout DependencyValues) -> Void
  /// The dependencies around the reducer at the last call; nil before the first call.
  private var outer: DependencyValues?
  /// What was derived from `outer`; not used before the first call.
  private var inner = DependencyValues.current

  @usableFromInline init(_ update: @escaping (inout DependencyValues) -> Void) {
    self.update = update
  }

  /// Returns the derived dependencies; derives them again only if `outer` has changed.
  @usableFromInline func values(around outer: DependencyValues) -> DependencyValues {
    if self.outer?.isIdentical(to: outer) != true {
      inner = outer.updated(by: update)
      self.outer = outer
    }
    return inner
  }
}

extension Declaration {
  /// The same declaration, evaluated under changed dependencies, which also apply to the effects of
  /// the subscriptions that it starts (those from number `firstStart` on).
  @usableFromInline func under(_ dependencies: DerivedDependencies) -> Declaration {
    Declaration(at: origin) { [self] state, walk in
      // The walk makes bodies and effects under `walk.values`; conditions are evaluated under what
      // `withValues` puts in force.
      let before = walk.values
      let inner = dependencies.values(around: before ?? .current)
      let firstStart = walk.startCount
      walk.values = inner
      inner.withValues { visit(state, &walk) }
      walk.values = before
      if walk.startCount > firstStart {
        walk.embedStarts(from: firstStart) { .dependent($0, inner) }
      }
    }
  }
}

extension Effect {
  /// Returns this effect, which then runs under the given dependencies.
  @usableFromInline
  func under(_ values: DependencyValues) -> Self {
    Self(.dependent(tree, values))
  }
}
