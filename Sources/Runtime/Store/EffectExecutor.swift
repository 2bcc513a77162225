/// Starts the tasks of effects.
///
/// With ``RunningEffect/cancelTask()`` this is the only place that starts or cancels tasks.
@MainActor package protocol EffectExecutor: AnyObject {
  /// Starts an operation, which runs at once, up to its first suspension.
  func start(
    _ effect: RunningEffect, operation: @escaping @MainActor @Sendable () async -> Void
  ) -> Task<Void, Never>
}

/// Runs effects on the main actor, from the moment in which they are started.
@MainActor final class ImmediateExecutor: EffectExecutor {
  func start(
    _ effect: RunningEffect, operation: @escaping @MainActor @Sendable () async -> Void
  ) -> Task<Void, Never> {
    let priority = effect.leaf?.priority
    guard effect.name != nil || priority != nil else {
      return Task.immediate(operation: operation)
    }
    return Task.immediate(name: effect.name, priority: priority, operation: operation)
  }
}
