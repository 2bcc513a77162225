import RatchetDependencies

extension Reducer {
  /// Keeps a field of this feature's state in a shared key.
  ///
  /// ```swift
  /// Reduce { state, action in
  ///   switch action {
  ///   case .itemsChanged: state.isOutdated = false
  ///   case .clearButtonTapped: state.items = []
  ///   }
  ///   return .none
  /// }
  /// .kept(\.items, in: .items, changed: .itemsChanged)
  /// ```
  ///
  /// A store begins with the stored value or, if there is none, gives the storage the value of its
  /// initial state. After each action that has changed the field, the storage has the new value; if
  /// another store or program has changed it meanwhile, the key's merge makes one of both. Whatever
  /// the field makes of a value that it is given, for instance the nearest one that is allowed, is
  /// no change.
  ///
  /// A change by another store, another process or an editor arrives as the action `changed`; the
  /// field has the new value when it is reduced. Without that action the field changes between two
  /// actions, and what watches the store is told.
  ///
  /// A store keeps one field in a key, of a feature that is always present: the root, or one that
  /// `Scope`s of properties attach. Another field for the same key, or one below `ifLet`,
  /// `ifCaseLet` or `forEach`, is not kept, and reported. All other features read the value with
  /// ``SharedValue`` and change it with ``Effect/change(_:fileID:line:_:)``.
  ///
  /// What this reducer's effects change is applied before an operator around it, such as
  /// `onChange(of:)`, sees the state, and so before what a reducer beside it has returned for the
  /// same action.
  ///
  /// - Parameters:
  ///   - field: The field.
  ///   - key: The key.
  ///   - changed: The action that announces a change from outside, if one does.
  ///   - fileID: Where the field is kept, for reports.
  ///   - line: Where the field is kept, for reports.
  /// - Returns: A reducer that behaves like this one and keeps the field.
  public func kept<Value>(
    _ field: WritableKeyPath<State, Value>, in key: SharedKey<Value>, changed: Action? = nil,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> some Reducer<State, Action> {
    let origin = SourceOrigin(fileID: fileID, line: line)
    return DeclaringOperator(of: Self.self) {
      let base = self.makeReduction()
      // Made when the field is found, under the dependencies that have its storage.
      var link: KeptLink<Value>?
      let fields = KeptFields<State> { _ in
        let found = KeptLink(key, at: origin, in: DependencyValues.current.sharedStorage)
        link = found
        return [KeptFieldOf(field, found)]
      }
      let run: (inout State, Action) -> Effect<Action> = { state, action in
        let effect = base.run(&state, action)
        guard let link, link.isActive else { return effect }
        return effect.withoutChanges { change, storage in
          change.name == key.name && storage.isSame(as: link.storage)
            && KeptFieldOf(field, link).apply(change, to: &state)
        }
      }
      let arrivals = Declaration<State>(at: { origin }) { _, node, changes in
        if node == nil, let link {
          let subscription = changes.start(AnyID(key.name)) { link.arrivals(changed) }
          link.receiver = subscription
          node = subscription
        }
      }
      return Reduction(
        run, declaring: base.declarations.and(kept: fields).and(subscriptions: arrivals))
    }
  }
}
