/// Starts the effects of a `Store`: the task of an effect runs on the main actor, at once, until
/// it first suspends.
@MainActor final class ImmediateExecutor: EffectExecutor {
  static let shared = ImmediateExecutor()

  func start(_ effect: RunningEffect, _ leaf: EffectLeaf) -> Task<Void, any Error> {
    let start = {
      Task<Void, any Error>.immediate(name: effect.name, priority: effect.priority) { @MainActor in
        await RunningEffect.current.withValue(effect) { await leaf.run(effect) }
      }
    }
    // A new task keeps the task-local values that it inherits as long as it lives. Within the task
    // of another effect, `current` is therefore replaced before the new task inherits it. Otherwise
    // it is set in the new task alone, which takes no copy.
    if RunningEffect.current.get() == nil { return start() }
    return RunningEffect.current.withValue(effect, operation: start)
  }
}
