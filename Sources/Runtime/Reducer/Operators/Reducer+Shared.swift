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
  /// After each action, all mirrors of a key in the features that are present have the same value,
  /// before effects start and before observers are told. If an action changes one of them, the
  /// others follow. If it changes two, the key's merge decides, which has the value of the
  /// outermost feature as `mine`. A feature that appears gets the value that the store has,
  /// whatever it was made with; one that is replaced within an action by another one that has no
  /// other identity changes the value.
  ///
  /// A store begins with what the storage has; what that does not have is the initial state's
  /// value, of its outermost mirror. See ``shared(_:_:changed:fileID:line:)`` for what changes
  /// outside of the store.
  ///
  /// - Parameters:
  ///   - field: The field, in any number of features; it must keep what it is given.
  ///   - key: The key.
  ///   - fileID: Where the mirror is declared, for reports.
  ///   - line: Where the mirror is declared, for reports.
  /// - Returns: A reducer that does what this one does, and declares the mirror.
  public func shared<Value>(
    _ field: WritableKeyPath<State, Value>, _ key: SharedKey<Value>,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> some Reducer<State, Action> {
    MirroringReducer(of: Self.self) {
      let base = self.makeReduction()
      let mirror = MirrorDeclaration(field, key, at: SourceOrigin(fileID: fileID, line: line))
      return Reduction(base.run, declaring: base.declarations.and(mirrors: mirror.declaration))
    }
  }

  /// Makes a field of this feature's state a mirror of a shared key, and takes the changes that
  /// come from outside of the store.
  ///
  /// ```swift
  /// Reduce { state, action in
  ///   if case .settingsChanged = action { state.isReloading = true }
  ///   return .none
  /// }
  /// .shared(\.settings, .settings, changed: Action.settingsChanged)
  /// ```
  ///
  /// A change by another store, another process or an editor arrives as an action, and the mirrors
  /// have the new value when it is reduced. If this store has changed its value meanwhile, the
  /// key's merge has made one value of both.
  ///
  /// To be declared once in a store for each key, at a feature that is always present; what changes
  /// while it is absent arrives when it has appeared. Otherwise as
  /// ``shared(_:_:fileID:line:)``.
  ///
  /// - Parameters:
  ///   - field: The field.
  ///   - key: The key.
  ///   - changed: The action that tells of a change from outside.
  ///   - fileID: Where the mirror is declared, for reports.
  ///   - line: Where the mirror is declared, for reports.
  /// - Returns: A reducer that does what this one does, and declares the mirror.
  public func shared<Value>(
    _ field: WritableKeyPath<State, Value>, _ key: SharedKey<Value>, changed: Action,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> some Reducer<State, Action> {
    let origin = SourceOrigin(fileID: fileID, line: line)
    return SubscribingReducer(of: Self.self) {
      let base = self.makeReduction()
      let receiver = Declaration<State> { _, node, changes in
        changes.receive(key.name, changed, at: origin, &node)
      }
      return Reduction(base.run, declaring: base.declarations.and(subscriptions: receiver))
    }
    .shared(field, key, fileID: fileID, line: line)
  }
}

/// What an operator makes that declares a mirror.
private struct MirroringReducer<Base: Reducer>: DeclaringReducer {
  private let make: () -> Reduction<Base.State, Base.Action>

  init(of base: Base.Type, _ make: @escaping () -> Reduction<Base.State, Base.Action>) {
    self.make = make
  }

  static var kinds: DeclarationKinds { .mirrors }

  static var componentTypes: [any Reducer.Type] { [Base.self] }

  func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    make().run(&state, action)
  }

  func makeReduction() -> Reduction<Base.State, Base.Action> {
    make()
  }
}
