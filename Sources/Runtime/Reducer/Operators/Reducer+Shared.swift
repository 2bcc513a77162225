import RatchetDependencies

extension Reducer {
  /// Makes a field of this feature's state a mirror of a shared key.
  ///
  /// ```swift
  /// Reduce { state, action in
  ///   if case .largerButtonTapped = action { state.settings.size += 1 }
  ///   return .none
  /// }
  /// .shared(\.settings, .settings)
  /// ```
  ///
  /// After each action, all mirrors of a key in the present features have the same value, before
  /// effects start and observers are called. If an action changes one mirror, the others follow. If
  /// it changes two, the key's merge decides, with the value of the outermost feature as `mine`. A
  /// feature that appears gets the store's value, whatever its own was; one that replaces another
  /// within an action, without a different identity, changes the value.
  ///
  /// A store starts with the stored value or, if there is none, with the value of the outermost
  /// mirror in the initial state. See ``shared(_:_:changed:fileID:line:)`` for changes from outside
  /// the store.
  ///
  /// - Parameters:
  ///   - field: The field, in any number of features; it must keep what it is set to.
  ///   - key: The key.
  ///   - fileID: Where the mirror is declared, for reports.
  ///   - line: Where the mirror is declared, for reports.
  /// - Returns: A reducer that behaves like this one and declares the mirror.
  public func shared<Value>(
    _ field: WritableKeyPath<State, Value>, _ key: SharedKey<Value>,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> some Reducer<State, Action> {
    let origin = SourceOrigin(fileID: fileID, line: line)
    return MirroringReducer(of: Self.self) {
      let base = self.makeReduction()
      let mirror = MirrorDeclaration(field, key, at: origin)
      return Reduction(base.run, declaring: base.declarations.and(mirrors: mirror.declaration))
    }
  }

  /// Makes a field of this feature's state a mirror of a shared key, and receives changes from
  /// outside the store.
  ///
  /// ```swift
  /// Reduce { state, action in
  ///   if case .settingsChanged = action { state.isReloading = true }
  ///   return .none
  /// }
  /// .shared(\.settings, .settings, changed: Action.settingsChanged)
  /// ```
  ///
  /// A change by another store, another process or an editor arrives as an action; the mirrors have
  /// the new value when it is reduced. If this store has changed its value meanwhile, the key's
  /// merge has combined both.
  ///
  /// Declare it once in a store for each key, at a feature that is always present; changes while
  /// that is absent arrive when it appears. Otherwise it behaves like ``shared(_:_:fileID:line:)``.
  ///
  /// - Parameters:
  ///   - field: The field.
  ///   - key: The key.
  ///   - changed: The action that announces a change from outside.
  ///   - fileID: Where the mirror is declared, for reports.
  ///   - line: Where the mirror is declared, for reports.
  /// - Returns: A reducer that behaves like this one and declares the mirror.
  public func shared<Value>(
    _ field: WritableKeyPath<State, Value>, _ key: SharedKey<Value>, changed: Action,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> some Reducer<State, Action> {
    let origin = SourceOrigin(fileID: fileID, line: line)
    return SubscribingReducer(of: Self.self) {
      let base = self.makeReduction()
      let receiver = Declaration<State>(at: { origin }) { _, node, changes in
        changes.receive(key.name, changed, at: origin, &node)
      }
      return Reduction(base.run, declaring: base.declarations.and(subscriptions: receiver))
    }
    .shared(field, key, fileID: fileID, line: line)
  }
}

/// The reducer of an operator that declares a mirror.
private struct MirroringReducer<Base: Reducer>: DeclaringReducer {
  private let make: () -> Reduction<Base.State, Base.Action>

  init(of base: Base.Type, _ make: @escaping () -> Reduction<Base.State, Base.Action>) {
    self.make = make
  }

  static var kinds: DeclarationKinds { .mirrors }

  static var componentTypes: [any Reducer.Type] { [Base.self] }

  func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    make().reduceByHand(&state, action, of: Self.self)
  }

  func makeReduction() -> Reduction<Base.State, Base.Action> {
    make()
  }
}
