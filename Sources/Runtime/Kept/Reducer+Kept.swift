import RatchetDependencies

extension Reducer {
  /// Keeps a field of this feature's state in sync with a shared key.
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
  /// A store begins with the stored value or, if there is none, stores the value of its initial
  /// state. After each action that changes the field, the new value is stored; if another store or
  /// program has changed the value in the meantime, the key's merge combines both changes. If the
  /// setter of the field clamps a value from the storage, the clamped value is not written back.
  ///
  /// A change by another store, another process or an editor arrives as the action `changed`; when
  /// that action is reduced, the field is already updated. Without the action, the field changes
  /// between two actions, and observers of the store's state are notified. The action is also sent
  /// after a change that a reducer outside of this one returns with `Effect.change`, such as a
  /// child in another line of the body: it announces every change that this reducer, with the
  /// children that are attached to it before `kept`, did not make.
  ///
  /// A store keeps one field for each key, and the field's feature must always be present: the
  /// root, or a child that `Scope` attaches by a property. A second field for the same key, or one
  /// below `ifLet`, `ifCaseLet` or `forEach`, is reported and not kept. All other features
  /// read the value with ``SharedReader`` and change it with ``Effect/change(_:fileID:line:_:)``.
  ///
  /// A change of the key that this reducer itself returns, with `Effect.change`, is applied as soon
  /// as the reducer has run. An `onChange(of:)` after `kept` sees it, as well as changes from
  /// outside: with `changed` or, without that action, with the next one. It sees changes that other
  /// reducers return if it encloses them. So attach `onChange(of:)` last.
  ///
  /// - Parameters:
  ///   - field: The field.
  ///   - key: The key.
  ///   - changed: The action that announces a change from outside.
  ///   - fileID: Where the field is kept, for reports.
  ///   - line: Where the field is kept, for reports.
  /// - Returns: A reducer that behaves like this one and keeps the field.
  public func kept<Value>(
    _ field: WritableKeyPath<State, Value>, in key: SharedKey<Value>, changed: Action,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> some Reducer<State, Action> {
    keeping(field, in: key, changed, at: SourceOrigin(fileID: fileID, line: line))
  }

  /// Keeps a field of this feature's state in sync with a shared key, and announces no change from
  /// outside.
  public func kept<Value>(
    _ field: WritableKeyPath<State, Value>, in key: SharedKey<Value>,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> some Reducer<State, Action> {
    keeping(field, in: key, nil, at: SourceOrigin(fileID: fileID, line: line))
  }

  // Both methods above call this one. They are not one method with an optional action: a case with
  // a payload is a function, and passing it for an optional value gets no clear compiler message.
  private func keeping<Value>(
    _ field: WritableKeyPath<State, Value>, in key: SharedKey<Value>, _ changed: Action?,
    at origin: SourceOrigin
  ) -> some Reducer<State, Action> {
    // This declares the field, and applies changes that this reducer returns. The store finds the
    // field when it begins, and after each action writes a changed field to the storage, through
    // the link (`KeptState`). The marker `DeclaresAnything` tells the store, before any body is
    // built, that there may be a field and a subscription.
    OperatorReducer(of: Self.self, DeclaresAnything.self) {
      let base = self.makeReduction()
      // Both are set when a store calls the closure of `fields` to find its kept fields, under the
      // dependencies that have the storage. The link carries values between field and storage.
      var link: KeptLink<Value>?
      var found: [any KeptField<State>] = []
      let fields = KeptFields<State> { _ in
        let new = KeptLink(
          key, at: origin, in: DependencyValues.current.sharedStorage, hasAction: changed != nil)
        link = new
        found = [TypedKeptField(field, new)]
        return found
      }
      // Runs this reducer, and applies the changes of the key that it returns to the field.
      let run: (inout State, Action) -> Effect<Action> = { state, action in
        base.run(&state, action).withoutChanges(of: found, to: &state, isOwn: true)
      }
      // Starts the subscription that waits for changes from outside, once the field is found. It
      // runs as long as the store: after the first walk, `record` has the subscription. `receiver`
      // has it too, so the store can tell which field a change arrives for.
      let arrivals = Declaration<State>(
        at: { origin },
        comparing: { _, record, walk in
          if record == nil, let link {
            let subscription = walk.start(AnyID(key.name)) { link.arrivals(changed) }
            link.receiver = subscription
            record = subscription
          }
        })
      return Reduction(
        run, declaring: base.declarations.and(running: arrivals, kept: fields))
    }
  }
}
