// What the loop of a store does when an effect of the root feature calls `dismiss`: no parent can
// remove the root, so the store itself is dismissed.
//
// Two flags record that. The loop sets and reads `hasBeenDismissed`, from the start of `dismiss`
// on. Observers read `isDismissed`, which is set once all effects are cancelled.

extension Core {
  /// Whether the store was dismissed; a read by an observer is tracked.
  package var isDismissed: Bool { registry.dismissal.isDismissed }

  /// Cancels all effects; from now on, no action is reduced, and the state stays as it is.
  package func dismiss() {
    // Before the cancel: an action that, for example, a cancellation handler sends is dropped.
    hasBeenDismissed = true
    update { registry.cancelAll(.dismissal) }
    // After the cancel: this notifies the observers of `isDismissed`, who may send or read.
    registry.dismissal.markDismissed()
    // The view of the state ends the sequences of `Store.states(of:)`: no other value follows.
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
