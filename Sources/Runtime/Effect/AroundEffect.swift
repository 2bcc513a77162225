public import RatchetDependencies

/// A function that wraps the operation of an effect and calls it.
public typealias AroundEffect =
  @MainActor @Sendable (
    _ effect: EffectDescription, _ operation: @MainActor () async throws -> Void
  ) async throws -> Void

extension DependencyValues {
  /// A function that wraps the operation of each effect; `nil` by default, which costs nothing.
  ///
  /// Use it for code that must enclose an operation, such as a tracing span, which is a task-local
  /// value:
  ///
  /// ```swift
  /// let store = Store(initialState: Search.State()) {
  ///   Search()
  /// } withDependencies: {
  ///   $0.aroundEffect = { effect, operation in
  ///     try await withSpan(effect.name ?? "effect") { try await operation() }
  ///   }
  /// }
  /// ```
  ///
  /// For the effects of one feature, use the operator ``Ratchet/Reducer/aroundEffect(_:)``.
  ///
  /// The function is called once for each operation of `run` and `sequence` when the effect starts:
  /// in the effect's task, on the main actor, under the effect's dependencies. An `Effect.send` and
  /// the delay of `debounce` or `throttle` have no operation. The function cannot send actions. It
  /// must call the operation once: a missing or second call is reported, and a second call does
  /// nothing. An error that the function throws is treated as the operation's error, and an error
  /// that it catches as handled. `catch:` runs after the function. Cancelling the effect still
  /// cancels its task.
  public var aroundEffect: AroundEffect? {
    get { self[AroundEffectKey.self] }
    set { self[AroundEffectKey.self] = newValue }
  }
}

enum AroundEffectKey: DependencyKey {
  static var liveValue: AroundEffect? { nil }
  static var testValue: AroundEffect? { nil }

  /// The function in force, if any.
  static var current: AroundEffect? {
    DependencyValues.current.valueIfSet(for: Self.self) ?? nil
  }
}

extension RunningEffect {
  /// Runs the effect's operation inside a wrapper; reports a wrapper that does not call the
  /// operation exactly once.
  func run(
    inside around: AroundEffect, _ operation: @escaping @MainActor () async throws -> Void
  ) async throws {
    var calls = 0
    try await around(registry.describe(self)) {
      calls += 1
      if calls == 1 { try await operation() } else if calls == 2 { reportSecondCall() }
    }
    // Not reported if the effect was cancelled: then the wrapper need not begin the operation.
    if calls == 0, outcome == nil { reportNoCall() }
  }

  private func reportNoCall() {
    report(
      """
      'aroundEffect' returned without calling the operation of effect \(title).

      The effect did nothing. To fix this, call the operation once on every path, or throw an error.
      """)
  }

  private func reportSecondCall() {
    report(
      """
      'aroundEffect' called the operation of effect \(title) more than once.

      Only the first call ran it. To fix this, call the operation once. To retry after an error, \
      use 'withRetries' inside the operation.
      """)
  }
}
