/// A handle to one action: its effects, the actions that these send, and so on.
///
/// ```swift
/// let task = store.send(.refresh)
/// await task.finish()
/// ```
///
/// It may be kept or discarded; it keeps neither the store nor its effects alive.
public struct StoreTask: Sendable {
  /// Everything that follows from the action; `nil` if nothing of it was left when `send` returned.
  package let cascade: Cascade?

  package init(cascade: Cascade?) {
    self.cascade = cascade
  }

  /// Returns when all effects that followed from the action have ended.
  ///
  /// An effect that never ends must be cancelled first. Operations of cancelled effects have a
  /// second to return and clean up. Returns early when the calling task is cancelled; the effects
  /// continue, unlike with ``finishOrCancel()``. An effect that followed from the same action must
  /// not await it: it would wait for itself.
  public func finish() async {
    await cascade?.finish()
  }

  /// Returns when all effects that followed from the action have ended; cancels them when the
  /// calling task is cancelled.
  ///
  /// Use it if cancelling the calling task should cancel the work, for example in pull-to-refresh:
  ///
  /// ```swift
  /// list.refreshable { await store.send(.refresh).finishOrCancel() }
  /// ```
  ///
  /// Waits like ``finish()``. When the calling task is cancelled, or was cancelled before this
  /// call, cancels what is left, like ``cancel()``, as soon as the main actor is free. The
  /// cancelled operations still have a second to return.
  public func finishOrCancel() async {
    await cascade?.finishOrCancel()
  }

  /// The first error so far that an effect of the action threw and no `catch:` handled.
  ///
  /// Read it after ``finish()`` where somebody waits for an answer, such as a client of a server:
  ///
  /// ```swift
  /// let task = store.send(.saveButtonTapped)
  /// await task.finish()
  /// if let failure = task.failure { print("Not saved: \(failure)") }
  /// ```
  ///
  /// The error is reported in any case; see
  /// ``Effect/run(name:priority:operation:catch:fileID:line:)``. Errors of subscriptions, and of
  /// effects that were cancelled, belong to no action.
  @MainActor public var failure: (any Error)? { cascade?.failure }

  /// Cancels the effects that followed from the action and drops their queued actions.
  ///
  /// Takes effect at once: nothing that follows from the action is reduced after this call. Does
  /// nothing if no effect and no queued action of it is left.
  @MainActor public func cancel() {
    cascade?.cancel()
  }

  /// Whether ``cancel()`` ended something.
  @MainActor public var isCancelled: Bool {
    cascade?.isCancelled ?? false
  }
}
