extension Exploration.Failure {
  /// The number of schedules to try once nothing more can be undone.
  private static var searchLimit: Int { 2_000 }

  /// The failure, on the same line of the test, of a schedule with as few deviations as can be
  /// found: undoes them, first half of them at once, finally one by one and in pairs, then searches
  /// for a schedule with fewer.
  @MainActor func shrunk(by body: @MainActor (Schedule) async throws -> Void) async -> Self {
    if deviations.isEmpty { return self }
    var smallest = self
    var size = max(1, deviations.count / 2)
    while size > 0 {
      if let fewer = await smallest.undoing(size, body) { smallest = fewer } else { size /= 2 }
    }
    if let fewer = await smallest.undoingPairs(body) { return await fewer.shrunk(by: body) }
    return await smallest.searching(body) ?? smallest
  }

  /// The failure without `size` consecutive deviations, if it remains.
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
    // Without the preceding deviations, a deviation may come earlier.
    let earlier = fewer.withoutTimes
    if earlier == fewer { return nil }
    return await repeated(earlier, body)
  }

  /// The failure of the schedule with the fewest deviations, if there is one among those tried.
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

  /// Runs the test again; returns the failure if it is the same with fewer deviations.
  @MainActor private func repeated(
    _ run: Exploration, _ body: @MainActor (Schedule) async throws -> Void
  ) async -> Self? {
    guard (try? await run.perform(body)) != nil, let failure = run.failure,
      failure.location == location, failure.deviations.count < deviations.count
    else { return nil }
    return failure
  }
}
