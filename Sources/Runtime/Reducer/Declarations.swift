// A reducer not only handles actions, it also declares what holds for a state: *subscriptions*, the
// effects that run for it, and *kept fields*, which are synchronized with shared keys. The
// subscriptions are a tree of `Declaration`s, in the shape of the reducers. After each action the
// store compares them for the features that are present, and records what they declare in
// `DeclarationRecord`s. Kept fields are found once, when a store begins.

/// All that a reducer declares; a part of its `Reduction`, the form of a reducer that a store runs.
///
/// Used by operators such as `Scope` and `forEach`, which combine the declarations of the reducers
/// inside them, and by the store.
@usableFromInline package struct Declarations<State> {
  /// Finds what runs while the feature is in a state, such as subscriptions; `nil` if the reducer
  /// certainly declares nothing of that kind.
  @usableFromInline package let running: Declaration<State>?
  /// Finds the kept fields of the state; `nil` if the reducer certainly has none.
  @usableFromInline package let kept: KeptFields<State>?

  @usableFromInline init(
    running: Declaration<State>? = nil, kept: KeptFields<State>? = nil
  ) {
    self.running = running
    self.kept = kept
  }

  /// The declarations of a reducer whose reduction is made as late as possible.
  ///
  /// `make` is called when a store first asks. It is not called for a kind of declaration that the
  /// types of the reducers rule out.
  init(of reducer: any Reducer.Type, make: @escaping () -> Declarations) {
    let kinds = DeclarationSearch.kinds(in: reducer)
    running =
      kinds.contains(.running) ? Declaration(lazily: { make().running }) : nil
    kept = kinds.contains(.kept) ? KeptFields { search in make().kept?.find(&search) ?? [] } : nil
  }
}

extension Declarations {
  /// Combines what several reducers declare for the same state, in this order.
  @inlinable static func all(_ list: [Declarations]) -> Declarations {
    Declarations(running: .all(list.map(\.running)), kept: .all(list.map(\.kept)))
  }

  /// Adds what an operator declares after what its base reducer declares.
  @inlinable func and(
    running: Declaration<State>? = nil, kept: KeptFields<State>? = nil
  ) -> Declarations {
    .all([self, Declarations(running: running, kept: kept)])
  }

  /// Returns the declarations of a child as declarations of its parent.
  ///
  /// `running` is the child's `running`, already converted by the caller. Kept fields are reached
  /// through `path`. Without a path the child may be absent, so its fields cannot be kept and are
  /// reported.
  @usableFromInline func ofParent<Parent>(
    running: Declaration<Parent>?, at attachment: ChildAttachment,
    through path: WritableKeyPath<Parent, State>? = nil
  ) -> Declarations<Parent> {
    Declarations<Parent>(
      running: running,
      kept: kept.map { kept in
        path.map { kept.lifted(through: $0) } ?? kept.absent(at: attachment)
      })
  }

  /// The same declarations, evaluated under changed dependencies.
  @usableFromInline func under(_ dependencies: DerivedDependencies) -> Declarations {
    Declarations(
      running: running?.under(dependencies), kept: kept?.under(dependencies))
  }
}
