package import RatchetDependencies

/// A function that wraps the operation of an effect and calls it.
package typealias AroundEffect =
  @MainActor @Sendable (
    _ effect: EffectDescription, _ operation: @MainActor () async throws -> Void
  ) async throws -> Void

extension DependencyValues {
  /// The function that the operator `aroundEffect` sets for the effects of a feature; `nil` by
  /// default, which costs nothing.
  package var aroundEffect: AroundEffect? {
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
      if calls == 1 { return try await operation() }
      if calls == 2 { report(.operationCalledTwice(effect: title)) }
    }
    // Not reported if the effect was cancelled: then the wrapper need not begin the operation.
    if calls == 0, outcome == nil { report(.operationNotCalled(effect: title)) }
  }
}
