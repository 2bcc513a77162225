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
    // A new task inherits the task-local values, and retains them as long as it lives. In the task
    // of another effect, it would retain that effect as `current`: so `current` is replaced before
    // the new task is made. Elsewhere, it is only set within the new task, which is cheaper.
    if RunningEffect.current.get() == nil { return start() }
    return RunningEffect.current.withValue(effect, operation: start)
  }
}
