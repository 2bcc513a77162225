import Ratchet

/// Tasks that an effect has started, that it did not await, and that go on after its end.
extension TestRun {
  /// How long, in real time, such a task may take until it sleeps on the store's clock or ends.
  ///
  /// Only a task that waits for something else takes all of it, and only once.
  private static var timeout: Duration { .milliseconds(250) }

  /// Lets tasks that outlive their effects run until they have ended or sleep on the store's clock, so that time does
  /// not pass before them.
  ///
  /// They run on the main actor or on other threads, which the store does not control; how many are left is known.
  func settleOrphans() async throws(BudgetExceeded) {
    let end = ContinuousClock.now + Self.timeout
    var isLate = false
    while runningOrphans > outsideOrphans {
      for _ in 0..<8 { await MainActor.round() }
      try await settle()
      if isLate || runningOrphans <= outsideOrphans { break }
      // Looked at once more after that time: something else may have kept the main actor.
      isLate = ContinuousClock.now >= end
      if !isLate { _ = await executor.jobs.arrival(before: .now + .milliseconds(1)) }
    }
    outsideOrphans = runningOrphans
  }

  /// How many effects have ended and left a task behind, none of which sleeps on the store's clock.
  private var runningOrphans: Int {
    let orphanCount = executor.orphanCount
    if orphanCount == 0 { return 0 }
    let live = Set(executor.live.values.map { ObjectIdentifier($0.lane) })
    return max(0, orphanCount - clock.asleepCount { !live.contains($0) })
  }
}
