// What the loop of a store does when an effect of the root feature calls `dismiss`: no parent can
// remove the root, so the store itself is dismissed.

extension Core {
  package var isDismissed: Bool { registry.dismissal.isDismissed }

  /// Cancels all effects; from now on, no action is reduced, and the state stays as it is.
  package func dismiss() {
    // First, so that actions that are sent during the cancel are dropped.
    hasBeenDismissed = true
    update { registry.cancelAll(.dismissal) }
    registry.dismissal.markDismissed()
    observer?.endStreams()
  }

  /// Dismisses the store for an effect; if a test store intercepts that, returns a signal to await.
  func dismiss(by effect: RunningEffect) -> (any DeliverySignal)? {
    // A test store may hold the dismissal back until the test receives it.
    if let signal = interceptor?.interceptDismissal(by: effect) { return signal }
    dismiss()
    return nil
  }

  /// Drops an action that is sent after the dismissal; the first one is reported.
  func drop(_ action: Action) -> StoreTask {
    registry.dismissal.report(action, State.self, registry.dependencies)
    notify(.dropped(action, from: .caller, .storeDismissed))
    return StoreTask(cascade: nil)
  }
}
