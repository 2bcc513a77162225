import Ratchet

extension TestRun {
  /// Waits until a condition holds, while the store stays at rest: some hundred passes through the
  /// main queue, and then in real time, if something can come from outside.
  ///
  /// In `waiting(upTo:)` that is as long as the test says. Elsewhere it is a grace period, for a
  /// task that an operation makes and awaits, and that takes its time: nothing waits in a test that
  /// passes, nor in a step that does not fail for want of it (`mayFail`).
  func wait(mayFail: Bool = true, until condition: () -> Bool) async throws(BudgetExceeded) {
    var gracePeriod = GracePeriod(isGranted: mayFail)
    try await wait(&gracePeriod, until: condition)
  }

  /// The same, with a grace period that all waits of one step share.
  func wait(_ gracePeriod: inout GracePeriod, until condition: () -> Bool)
    async throws(BudgetExceeded)
  {
    for _ in 0..<200 {
      if condition() { return }
      await MainActor.round()
      if !executor.jobs.isEmpty { try await settleAndAdvance() }
    }
    while !condition(), !inbox.isUrgent {
      if let window = issues.realTimeWindow {
        guard await executor.jobs.arrival(before: window.closes) else { return }
      } else {
        guard isAnyOutside, let end = gracePeriod.end(at: .now), !Task.isCancelled else { return }
        _ = await executor.jobs.arrival(before: end)
      }
      try await settleAndAdvance()
    }
  }

  /// Whether an effect waits for something that the store does not control.
  private var isAnyOutside: Bool {
    executor.live.values.contains {
      core.registry.isLive($0.effect) && !inbox.holdsAny(from: $0.lane.effect)
        && !clock.isAsleep($0.lane) && !canStillRun($0.lane)
    }
  }
}

/// The real time that a step which is about to fail waits for what is outside of the store.
///
/// Cut into slices, each counted once however long it became: a main queue that was busy with
/// something else for a second takes one slice from it, and not all.
package struct GracePeriod {
  package static var duration: Duration { .milliseconds(250) }

  private static var slice: Duration { .milliseconds(10) }

  private var left: Int
  private var sliceEnd: ContinuousClock.Instant?

  /// Makes a whole one, or one that is used up.
  package init(isGranted: Bool = true) {
    left = isGranted ? Int(Self.duration / Self.slice) : 0
  }

  /// When the current slice ends; `nil` when all are used up.
  package mutating func end(at now: ContinuousClock.Instant) -> ContinuousClock.Instant? {
    if let sliceEnd, now < sliceEnd { return sliceEnd }
    guard left > 0 else { return nil }
    left -= 1
    let end = now + Self.slice
    sliceEnd = end
    return end
  }
}
