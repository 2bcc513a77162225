import RatchetDependencies

extension Store {
  /// Ends the work of the store: lets effects finish within a time limit, cancels the rest, and
  /// saves shared values.
  ///
  /// Use it when a service has to stop. This call takes at most twelve seconds, and then saves:
  ///
  /// ```swift
  /// let cancelled = await store.drain(within: .seconds(10), cleanup: .seconds(2))
  /// for effect in cancelled { print("cancelled: \(effect)") }
  /// ```
  ///
  /// Subscriptions are cancelled at once, except those that bring changes of shared values; no more
  /// start, even if the state declares them.
  /// Effects in flight continue, and so do the effects of the actions that they send. When the time
  /// is up, effects that are still in flight are cancelled, and their operations have the time
  /// `cleanup` to return; one that takes longer is abandoned. Cancelling the calling task ends the
  /// time limit at once.
  ///
  /// Finally, the values of shared keys are saved. That has no limit, because changes
  /// would be lost; it takes as long as the files and other backends do.
  ///
  /// Except for its subscriptions, the store lives on, during the call and after it: it accepts
  /// actions, takes changes of shared values from outside, and saves its own. Effects that start
  /// after the time is up are not waited for. A scoped store drains the store from which it was
  /// scoped.
  ///
  /// - Parameters:
  ///   - limit: How long effects may take, on the store's `continuousClock`.
  ///   - cleanup: How long the operations of cancelled effects may take to return, in real time; a
  ///     second, as with ``finish()``, if it is `nil`.
  ///   - fileID: Where the clock is read, for reports.
  ///   - line: Where the clock is read, for reports.
  /// - Returns: The effects that did not finish in time and were cancelled, in the order in which
  ///   they were returned.
  @discardableResult
  public func drain(
    within limit: Duration, cleanup: Duration? = nil, fileID: StaticString = #fileID,
    line: UInt = #line
  ) async -> [EffectDescription] {
    loop.endSubscriptions()
    await finish(within: limit, SourceOrigin(fileID: fileID, line: line))
    let unfinished = inFlight.filter { !$0.isSubscription }
    loop.update { registry.cancelActions() }
    // The operations have this time even if the calling task is cancelled.
    await registry.cancelledOperations.waitThoughCancelled(upTo: cleanup)
    await loop.saveShared()
    return unfinished
  }

  /// Returns when nothing except subscriptions is in flight, the time is over, or the calling task
  /// is cancelled.
  private func finish(within limit: Duration, _ origin: SourceOrigin) async {
    if registry.hasFinished { return }
    let registry = registry
    let clock = registry.dependencies.continuousClock(for: origin)
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await registry.finish() }
      group.addTask { await sleep(for: limit, on: clock) }
      await group.next()
      group.cancelAll()
    }
  }
}

/// Sleeps on a clock whose type is not known; returns early when the task is cancelled.
@MainActor private func sleep(for duration: Duration, on clock: any Clock<Duration>) async {
  try? await clock.sleep(for: duration.capped)
}
