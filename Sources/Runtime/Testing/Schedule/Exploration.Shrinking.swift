// Finds a simpler schedule under which an explored test fails on the same line, for
// `exploreSchedules`, which reports that schedule instead of a random one.
extension Exploration.Failure: SearchedRun {
  package var cost: Int { 1 }

  /// The number of schedules to try once no more deviations can be undone.
  private static var searchLimit: Int { 2_000 }

  /// Returns the failure of a schedule with as few deviations as can be found: the one of the test
  /// in order, if it fails in order too.
  @MainActor func shrunk(by body: @MainActor () async throws -> Void) async -> Self {
    var shrinker = Shrinker(self, at: location)
    await shrinker.shrink { await repeated(Exploration($0), body) }
    return await shrinker.best.searching(body) ?? shrinker.best
  }

  /// Returns the failure with each deviation taken the first time that it is possible, if the test
  /// still fails then.
  @MainActor func withoutTimes(by body: @MainActor () async throws -> Void) async -> Self {
    var shrinker = Shrinker(self, at: location)
    await shrinker.takeEachFirstTime { await repeated(Exploration($0), body) }
    return shrinker.best
  }

  /// Tries schedules with fewer deviations, the fewest first; returns the first failure.
  @MainActor private func searching(
    _ body: @MainActor () async throws -> Void
  ) async -> Self? {
    if choices.deviations.isEmpty { return nil }
    var search = ScheduleSearch(deviations: choices.deviations.count - 1, limit: Self.searchLimit)
    while let next = search.take() {
      let run = Exploration(
        Schedule(next), outcomes: Outcomes(), next: search.nextDeviations(of: next))
      if let failure = await repeated(run, body), failure.choices.isSimpler(than: choices) {
        return failure
      }
      search.extend(by: run.nextDeviations)
    }
    return nil
  }

  /// Runs the test again; returns the failure if it is on the same line.
  @MainActor private func repeated(
    _ run: Exploration, _ body: @MainActor () async throws -> Void
  ) async -> Self? {
    _ = await run.perform(body, location)
    return run.failure.flatMap { $0.location == location ? $0 : nil }
  }
}
