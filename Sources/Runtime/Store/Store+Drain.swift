import RatchetDependencies

extension Store {
  /// Ends the work of the store: lets effects finish within a time limit, then cancels the rest.
  ///
  /// Use it when a service has to stop:
  ///
  /// ```swift
  /// let cancelled = await store.drain(within: .seconds(10))
  /// for effect in cancelled { print("cancelled: \(effect)") }
  /// ```
  ///
  /// Subscriptions are cancelled at once, and no more start, even if the state declares them.
  /// Effects in flight continue, and so do the effects of the actions that they send. When the time
  /// is up, effects that are still in flight are cancelled; as with ``finish()``, their operations
  /// have a second of real time to return. Cancelling the calling task ends the time limit at once.
  ///
  /// Finally, the values of shared keys in files are saved, which can take longer than the time
  /// limit.
  ///
  /// The store still accepts actions, during the call and after it; effects that start when the
  /// time is up are not waited for. A scoped store drains the store from which it was scoped.
  ///
  /// - Parameters:
  ///   - limit: How long effects may take, on the store's `continuousClock`.
  ///   - fileID: Where the clock is read, for reports.
  ///   - line: Where the clock is read, for reports.
  /// - Returns: The effects that did not finish in time and were cancelled, in the order in which
  ///   they were returned.
  @discardableResult
  public func drain(
    within limit: Duration, fileID: StaticString = #fileID, line: UInt = #line
  ) async -> [EffectDescription] {
    loop.endSubscriptions()
    await finish(within: limit, SourceOrigin(fileID: fileID, line: line))
    let left = inFlight
    loop.update { registry.cancelAll(.drain) }
    await registry.cancelledOperations.waitThoughCancelled()
    _ = await loop.storages.flatMap(\.entries).flush()
    return left
  }

  /// Returns when nothing is in flight, the time is over, or the calling task is cancelled.
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

@MainActor private func sleep(for duration: Duration, on clock: any Clock<Duration>) async {
  try? await clock.sleep(for: duration.capped)
}
