/// Starts the tasks of effects.
///
/// With ``RunningEffect/cancelTask()`` this is the only place that starts or cancels tasks.
@MainActor package protocol EffectExecutor: AnyObject {
  /// The work of an effect: a function of the main actor, in the form that a task takes, so that no
  /// function is needed between the two.
  typealias Operation = @isolated(any) @Sendable () async -> Void

  /// Starts an operation, which runs at once, up to its first suspension.
  func start(_ effect: RunningEffect, operation: @escaping Operation) -> Task<Void, Never>
}

/// Runs effects on the main actor, from the moment in which they are started.
@MainActor final class ImmediateExecutor: EffectExecutor {
  func start(_ effect: RunningEffect, operation: @escaping Operation) -> Task<Void, Never> {
    if effect.name == nil, !effect.hasPriority { return Task.immediate(operation: operation) }
    return Task.immediate(name: effect.name, priority: effect.priority, operation: operation)
  }
}
