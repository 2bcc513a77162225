import RatchetDependencies

extension Store {
  /// Brings the work of the store to an end: lets effects finish for a time, then cancels what is
  /// left.
  ///
  /// What a service does when it is told to stop:
  ///
  /// ```swift
  /// let cancelled = await store.drain(within: .seconds(10))
  /// for effect in cancelled { print("cancelled: \(effect)") }
  /// ```
  ///
  /// Subscriptions are cancelled at once, and none starts any more, whatever the state declares.
  /// Effects in flight continue, and so does what follows from the actions that they send, until
  /// nothing is left or the time is over. What is left then is cancelled; as for ``finish()``, its
  /// operations are given a second of real time to return. When the calling task is cancelled, the
  /// time is over.
  ///
  /// Shared keys that are kept in files are saved at the end.
  ///
  /// The store still takes actions, during this and after it. For a scoped store all of this
  /// concerns the store that it comes from.
  ///
  /// - Parameter limit: How long effects may take, on the store's `continuousClock`.
  /// - Returns: The effects that did not finish in time and were cancelled, in the order in which
  ///   they were returned.
  @discardableResult
  public func drain(within limit: Duration) async -> [EffectDescription] {
    loop.endSubscriptions()
    await finish(within: limit)
    let left = inFlight
    loop.update { registry.cancelAll(.drain) }
    await registry.finish()
    await loop.flushShared()
    return left
  }

  /// Returns when nothing is in flight, when a time is over, or when the calling task is cancelled.
  private func finish(within limit: Duration) async {
    if registry.hasFinished { return }
    let registry = registry
    let clock = registry.dependencies.continuousClock
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await registry.finish() }
      group.addTask { await sleep(for: limit, on: clock) }
      await group.next()
      group.cancelAll()
    }
  }
}

@MainActor private func sleep(for duration: Duration, on clock: any Clock<Duration>) async {
  try? await clock.sleep(for: duration)
}
