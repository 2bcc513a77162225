// Finds a simpler schedule under which an explored test fails on the same line, for
// `exploreSchedules`, which reports that schedule instead of a random one.
//
// A *deviation* is one choice that differs from the schedule `inOrder`; to undo a deviation is to
// run the test again without it.
extension Exploration.Failure {
  /// The number of schedules to try once no more deviations can be undone.
  private static var searchLimit: Int { 2_000 }

  /// Returns the failure of a schedule with as few deviations as can be found: the one of the test
  /// in order, if it fails in order too.
  @MainActor func shrunk(by body: @MainActor (Schedule) async throws -> Void) async -> Self {
    let inOrder = Exploration(.inOrder)
    _ = await inOrder.perform(body, location)
    if let failure = inOrder.failure, failure.location == location { return failure }
    return await undone(body)
  }

  /// Returns the failure with each deviation taken the first time that it is possible, if the test
  /// still fails then.
  @MainActor func withoutTimes(by body: @MainActor (Schedule) async throws -> Void) async -> Self {
    let earlier = deviations.withoutTimes
    return earlier == deviations ? self : await repeated(earlier, body) ?? self
  }

  /// Undoes deviations, first half of them at once, finally one by one and in pairs; then searches
  /// for a schedule with fewer deviations.
  @MainActor private func undone(
    _ body: @MainActor (Schedule) async throws -> Void
  ) async -> Self {
    if deviations.isEmpty { return self }
    var smallest = self
    var size = max(1, deviations.count / 2)
    while size > 0 {
      if let fewer = await smallest.undoing(size, body) { smallest = fewer } else { size /= 2 }
    }
    if let fewer = await smallest.undoingPairs(body) { return await fewer.undone(body) }
    return await smallest.searching(body) ?? smallest
  }

  /// Undoes `size` consecutive deviations; returns the failure if the test still fails.
  @MainActor private func undoing(
    _ size: Int, _ body: @MainActor (Schedule) async throws -> Void
  ) async -> Self? {
    for index in stride(from: 0, to: deviations.count, by: size) {
      let undone = Set(index..<min(index + size, deviations.count))
      if let fewer = await without(undone, body) { return fewer }
    }
    return nil
  }

  @MainActor private func undoingPairs(
    _ body: @MainActor (Schedule) async throws -> Void
  ) async -> Self? {
    guard deviations.count <= 12 else { return nil }
    for first in 0..<deviations.count {
      for second in (0..<deviations.count).dropFirst(first + 2) {
        if let fewer = await without([first, second], body) { return fewer }
      }
    }
    return nil
  }

  @MainActor private func without(
    _ undone: Set<Int>, _ body: @MainActor (Schedule) async throws -> Void
  ) async -> Self? {
    let fewer = deviations.without(undone)
    if let failure = await repeated(fewer, body) { return failure }
    // Without the deviations before it, a deviation may be needed at an earlier occurrence.
    let earlier = fewer.withoutTimes
    if earlier == fewer { return nil }
    return await repeated(earlier, body)
  }

  /// Tries schedules with fewer deviations, the fewest first; returns the first failure.
  @MainActor private func searching(
    _ body: @MainActor (Schedule) async throws -> Void
  ) async -> Self? {
    var search = ScheduleSearch(deviations: deviations.count - 1, limit: Self.searchLimit)
    while let next = search.take() {
      let run = Exploration(
        Schedule(next), outcomes: Outcomes(), next: search.nextDeviations(of: next))
      if let failure = await repeated(run, body) { return failure }
      search.extend(by: run.nextDeviations)
    }
    return nil
  }

  @MainActor private func repeated(
    _ deviations: RunDeviations, _ body: @MainActor (Schedule) async throws -> Void
  ) async -> Self? {
    await repeated(Exploration(deviations), body)
  }

  /// Runs the test again; returns the failure if it is on the same line and has simpler deviations.
  @MainActor private func repeated(
    _ run: Exploration, _ body: @MainActor (Schedule) async throws -> Void
  ) async -> Self? {
    _ = await run.perform(body, location)
    guard let failure = run.failure, failure.location == location,
      failure.deviations.isSimpler(than: deviations)
    else { return nil }
    return failure
  }
}
