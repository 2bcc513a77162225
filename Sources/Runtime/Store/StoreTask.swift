/// What follows from one action that was sent: its effects, the actions these send, and so on.
///
/// ```swift
/// let task = store.send(.refresh)
/// await task.finish()
/// ```
///
/// It may be kept or discarded; it keeps neither the store nor its effects alive.
public struct StoreTask: Sendable {
  package let cascade: Cascade?

  package init(cascade: Cascade?) {
    self.cascade = cascade
  }

  /// Returns when nothing that followed from the action is left.
  ///
  /// With an effect that never ends, that is not before it is cancelled. Operations of cancelled
  /// effects are given a second to return, so that what they clean up is done. Returns early when the
  /// calling task is cancelled; the effects go on, unlike with ``finishOrCancel()``. Must not be awaited by an effect that followed from
  /// the same action: it would wait for itself.
  public func finish() async {
    await cascade?.finish()
  }

  /// Returns when nothing that followed from the action is left, or cancels it when the calling task
  /// is cancelled.
  ///
  /// For a caller whose task stands for the work, as that of pull-to-refresh does:
  ///
  /// ```swift
  /// list.refreshable { await store.send(.refresh).finishOrCancel() }
  /// ```
  ///
  /// Waits as ``finish()`` does. When the calling task is cancelled, or was cancelled before this
  /// call, what is left is cancelled as by ``cancel()``, as soon as the main actor is free.
  public func finishOrCancel() async {
    await cascade?.finishOrCancel()
  }

  /// Cancels the effects that followed from the action, and drops the actions of theirs that are queued.
  ///
  /// Takes hold at once: nothing that follows from the action is reduced after this call. Has no effect when nothing is left.
  @MainActor public func cancel() {
    cascade?.cancel()
  }

  /// Whether ``cancel()`` ended something.
  @MainActor public var isCancelled: Bool {
    cascade?.isCancelled ?? false
  }
}
