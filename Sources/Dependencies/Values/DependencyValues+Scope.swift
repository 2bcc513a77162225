extension DependencyValues {
  /// Values without overrides, in a fresh scope of the process's context.
  package static var freshScope: DependencyValues {
    var values = DependencyValues(newest: nil)
    values.beginScope()
    return values
  }

  /// Begins a fresh scope: values that keys declare are made anew, the overrides stay.
  package mutating func beginScope() {
    newest = Entry(beginning: frame.beginningScope(), over: newest)
  }

  /// Begins a scope if none was begun yet.
  ///
  /// A `withDependencies` inside a scope adds to that scope, so that a test value with state, a store in
  /// memory for example, is the same one inside and outside.
  @usableFromInline
  mutating func beginScopeUnlessInOne() {
    if !frame.isScope { beginScope() }
  }

  /// The context that decides which of a key's values is used.
  ///
  /// Setting it to another one begins a fresh scope, except where nothing is overridden and it is not a
  /// test; overrides stay.
  public var context: DependencyContext {
    get { frame.context }
    set {
      guard newValue != frame.context else { return }
      if newValue == .test { TestReads.begin() }
      let frame =
        newest == nil && newValue != .test
        ? ProcessDependencies.frame(for: newValue) : Frame(context: newValue, isScope: true)
      newest = Entry(beginning: frame, over: newest)
    }
  }

  /// Replaces the chain by a short one, so that a read takes bounded time.
  @usableFromInline
  mutating func flatten() {
    newest = newest.map(Flattened.init)
  }
}
