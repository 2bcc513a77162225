// Finds a simpler schedule under which an explored test fails on the same line, for
// `exploreSchedules`, which reports that schedule instead of a random one.
extension Exploration.Failure: SearchedRun {
  /// What a repetition counts toward the limit of the `Shrinker`: the same for all runs.
  package var cost: Int { 1 }

  /// The number of schedules that `searching` tries.
  private static var searchLimit: Int { 2_000 }

  /// Returns the failure of a schedule with as few *deviations*, choices that differ from the
  /// schedule `inOrder`, as can be found; with none, if the test fails in order too.
  ///
  /// First removes deviations from the failing schedule, while the test still fails. Then tries
  /// schedules with fewer deviations than are left, whatever these deviations are.
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
      // The run collects the deviations that were possible after those of `next`; from these, the
      // search makes further schedules. It collects them only if it is given `outcomes`.
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
