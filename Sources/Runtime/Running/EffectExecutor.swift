/// Starts the tasks of effects.
///
/// Only this and ``RunningEffect/cancelTask()`` start or cancel tasks.
@MainActor package protocol EffectExecutor: AnyObject {
  /// Starts a task that runs an effect's leaf at once, up to its first suspension, with the effect
  /// as ``RunningEffect/current``.
  func start(_ effect: RunningEffect, _ leaf: EffectLeaf) -> Task<Void, any Error>
}
