/// Runs effects on the main actor, starting at once.
@MainActor final class ImmediateExecutor: EffectExecutor {
  static let shared = ImmediateExecutor()

  func start(_ effect: RunningEffect, _ leaf: EffectLeaf) -> Task<Void, any Error> {
    let start = {
      Task<Void, any Error>.immediate(name: effect.name, priority: effect.priority) { @MainActor in
        await RunningEffect.current.withValue(effect) { await leaf.run(effect) }
      }
    }
    // In the task of another effect: what the new task inherits from it lives as long as the new
    // task. Otherwise the value is set in the task alone, which takes no copy.
    if RunningEffect.current.get() == nil { return start() }
    return RunningEffect.current.withValue(effect, operation: start)
  }
}
