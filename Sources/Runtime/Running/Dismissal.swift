import Observation
import RatchetDependencies

/// Whether a store's feature has asked for its own removal; observable.
///
/// Used by the registry, which owns it, and by observers of the store. Owns their registrar. Do not
/// mark it while a reducer runs.
///
/// A dismissed store has no effects and reduces nothing any more. That is all: a feature that is
/// not presented has no parent that could remove its state.
@MainActor final class Dismissal: nonisolated Observable {
  private let registrar = ObservationRegistrar()
  private var wasDismissed = false
  private var isReported = false

  var isDismissed: Bool {
    registrar.access(self, keyPath: \.isDismissed)
    return wasDismissed
  }

  /// Records the dismissal, then notifies observers.
  func markDismissed() {
    wasDismissed = true
    registrar.withMutation(of: self, keyPath: \.isDismissed) {}
  }

  /// Reports the first action that is sent afterwards.
  func report(_ action: some Sendable, _ state: Any.Type, _ dependencies: DependencyValues) {
    if isReported { return }
    isReported = true
    dependencies.withValues {
      RatchetDependencies.report(
        """
        An action was sent to a store that was dismissed: \(ValueLine.text(action))

        The action was dropped, and so will be all others; only the first is reported. The store \
        keeps the last value of its '\(state)'. To fix this, let go of a store when its \
        'isDismissed' is true, and make another one to show the feature again.
        """)
    }
  }
}
