import Observation
import RatchetDependencies

/// Whether a store's feature has asked for its own removal; observable.
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

extension Core {
  package var isDismissed: Bool { registry.dismissal.isDismissed }

  /// Cancels all effects; from now on nothing is reduced, and the state stays.
  package func dismiss() {
    hasBeenDismissed = true
    update { registry.cancelAll(.dismissal) }
    registry.dismissal.markDismissed()
  }

  func dismiss(by effect: RunningEffect) -> (any DeliverySignal)? {
    if let signal = interceptor?.interceptDismissal(by: effect) { return signal }
    dismiss()
    return nil
  }

  /// Drops an action that is sent after the dismissal.
  func drop(_ action: Action) -> StoreTask {
    registry.dismissal.report(action, State.self, registry.dependencies)
    notifyDropped(action, .storeDismissed)
    return StoreTask(cascade: nil)
  }
}
