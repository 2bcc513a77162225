/// Starts the tasks of effects.
///
/// In a store this is `ImmediateExecutor`; in a test store `LaneExecutor`, which also controls when
/// each job of a task runs. Only an executor starts tasks of effects, and only ``RunningEffect``
/// cancels them.
@MainActor package protocol EffectExecutor: AnyObject {
  /// Starts a task that runs an effect's leaf (its work) at once, up to its first suspension, with
  /// the effect as ``RunningEffect/current``.
  func start(_ effect: RunningEffect, _ leaf: EffectLeaf) -> Task<Void, any Error>
}
