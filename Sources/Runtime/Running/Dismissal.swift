import Observation
import RatchetDependencies

/// Records that the root feature of a store has dismissed the store, and notifies observers of
/// `Store.isDismissed`.
///
/// Used by the effect registry, which owns it, and by the store. Owns the registrar of the
/// observers. Do not call `markDismissed` while a reducer runs: it notifies observers, and the
/// state cannot be read then.
///
/// A dismissed store has no effects and reduces no more actions. Its state stays: the root feature
/// has no parent that could remove the state.
@MainActor final class Dismissal: nonisolated Observable {
  private let registrar = ObservationRegistrar()
  private var wasDismissed = false
  /// Whether an action that was sent after the dismissal was reported.
  private var isReported = false

  /// Whether the store was dismissed; a read by an observer is tracked.
  var isDismissed: Bool {
    registrar.access(self, keyPath: \.isDismissed)
    return wasDismissed
  }

  /// Records the dismissal, then notifies observers.
  func markDismissed() {
    wasDismissed = true
    registrar.withMutation(of: self, keyPath: \.isDismissed) {}
  }

  /// Reports an action that was sent after the dismissal; only the first one.
  func report(_ action: some Sendable, _ state: Any.Type, _ dependencies: DependencyValues) {
    if isReported { return }
    isReported = true
    dependencies.withValues {
      RatchetDependencies.report(
        """
        An action was sent to a store that was dismissed: \(ValueLine.text(action))

        This action and any later ones are dropped; this is reported once. The store keeps the \
        last value of its '\(state)'. To fix this, release the store once 'isDismissed' is true, \
        and create a new one to show the feature again.
        """)
    }
  }
}
