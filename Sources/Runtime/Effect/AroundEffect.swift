package import RatchetDependencies

// The operator `aroundEffect` lets a program run code before and after the operation of each effect
// of a feature, for example to measure it. The code is a function, which the operator sets as a
// dependency; an effect reads it when its operation begins.

/// A function that is called in place of an effect's operation, and calls that operation once.
package typealias AroundEffect =
  @MainActor @Sendable (
    _ effect: EffectDescription, _ operation: @MainActor () async throws -> Void
  ) async throws -> Void

extension DependencyValues {
  /// The function that the operator `aroundEffect` has set for the effects of a feature; `nil` if
  /// there is none.
  package var aroundEffect: AroundEffect? {
    get { self[AroundEffectKey.self] }
    set { self[AroundEffectKey.self] = newValue }
  }
}

/// The key of the dependency `aroundEffect`.
enum AroundEffectKey: DependencyKey {
  static var liveValue: AroundEffect? { nil }
  static var testValue: AroundEffect? { nil }

  /// The function in force; `nil` if the dependency was not set.
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
    // An `outcome` means that the effect was cancelled: then the wrapper need not call the
    // operation.
    if calls == 0, outcome == nil { report(.operationNotCalled(effect: title)) }
  }
}
