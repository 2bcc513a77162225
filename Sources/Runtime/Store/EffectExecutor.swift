/// Starts the tasks of effects.
///
/// With ``RunningEffect/cancelTask()`` this is the only place that starts or cancels tasks.
@MainActor package protocol EffectExecutor: AnyObject {
  /// Starts a task in which the leaf of an effect runs, at once, up to its first suspension.
  func start(_ effect: RunningEffect, _ leaf: any EffectLeaf) -> Task<Void, Never>
}

/// Runs effects on the main actor, from the moment in which they are started.
@MainActor final class ImmediateExecutor: EffectExecutor {
  func start(_ effect: RunningEffect, _ leaf: any EffectLeaf) -> Task<Void, Never> {
    if effect.name == nil, !effect.hasPriority {
      return Task.immediate { await leaf.run(effect) }
    }
    return Task.immediate(name: effect.name, priority: effect.priority) { await leaf.run(effect) }
  }
}
