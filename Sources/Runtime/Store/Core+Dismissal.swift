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
