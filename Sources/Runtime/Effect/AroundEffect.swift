public import RatchetDependencies
import Synchronization

/// A function around the operation of an effect, which calls the operation.
public typealias AroundEffect =
  @MainActor @Sendable (
    _ effect: EffectDescription, _ operation: @MainActor () async throws -> Void
  ) async throws -> Void

extension DependencyValues {
  /// A function around the operation of each effect; `nil` by default, which costs nothing.
  ///
  /// For what has to enclose an operation, as a span of tracing, which is a task-local value:
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
  /// Called once for each operation of `run` and `sequence`, in the task of the effect, on the main
  /// actor, when the effect starts, under the dependencies of the effect. It is outside of what
  /// `Effect.wrapOperations(_:)` adds; an `Effect.send` and the delay of `debounce` or `throttle`
  /// have no operation. It cannot send. It calls the operation once: not to call it, or to call it
  /// again, is reported, and the second call does nothing. An error that it throws is treated as
  /// one of the operation, and one that it catches as if the operation had not thrown it. `catch:`
  /// runs after it. When the effect is cancelled, so is its task, as without this function.
  public var aroundEffect: AroundEffect? {
    get { self[AroundEffectKey.self] }
    set {
      AroundEffectKey.isUsed.store(true, ordering: .relaxed)
      self[AroundEffectKey.self] = newValue
    }
  }
}

enum AroundEffectKey: DependencyKey {
  /// Whether the dependency was set anywhere in the process: until then no effect looks for it.
  static let isUsed = Atomic(false)

  static var liveValue: AroundEffect? { nil }
  static var testValue: AroundEffect? { nil }

  /// The function that is in force, if there is one.
  static var current: AroundEffect? {
    isUsed.load(ordering: .relaxed) ? DependencyValues.current.aroundEffect : nil
  }
}

extension RunningEffect {
  /// Runs its operation inside of a function.
  func run(
    inside around: AroundEffect, _ operation: @escaping @MainActor () async throws -> Void
  ) async throws {
    var calls = 0
    try await around(registry.describe(self)) {
      calls += 1
      if calls == 1 { try await operation() } else if calls == 2 { reportSecondCall() }
    }
    // One that was cancelled need not begin.
    if calls == 0, outcome == nil { reportNoCall() }
  }

  private func reportNoCall() {
    report(
      """
      'aroundEffect' has not called the operation of effect \(title).

      The effect has ended without having done anything. To fix this, call the operation once on \
      every path, or throw the error that prevents it.
      """)
  }

  private func reportSecondCall() {
    report(
      """
      'aroundEffect' has called the operation of effect \(title) more than once.

      Only the first call has run it. To fix this, call the operation once; to run it again after \
      an error, use 'withRetries' in the operation itself.
      """)
  }
}
