import RatchetDependencies
public import Testing

/// Runs a test under many schedules and stops at the first under which it fails.
///
/// ```swift
/// await exploreSchedules(1_000) {
///   let store = TestStore(initialState: Search.State()) { Search() }
///   await store.send(.queryChanged("a")) { $0.query = "a" }
///   await store.receive(.connected)
/// }
/// ```
///
/// Each test store that the closure makes takes its schedule from the exploration, unless it is
/// given one. To explore a test of Swift Testing, or a suite, without a call, use the trait
/// `.schedules`.
///
/// A schedule fails when a test store records a failure, when `body` throws, or when an effect that
/// ends in the default order waits forever. The failure is recorded at its line, with the events
/// under this schedule and in the default order, and says how to run the schedule alone. In Swift
/// Testing, a failed `#expect` counts as well, except in a detached task, which has no connection
/// to the test. In XCTest, a failed assertion is recorded as usual and does not stop the run. It is
/// a failure if the body makes test stores and gives each a schedule of its own. Do not nest calls.
///
/// An exploration prints its progress every ten seconds, and stops after a minute, with a warning.
/// Only the time of the test itself counts, not that of other tests on the main actor. An
/// exploration also warns if actions arrived in the same order under all schedules.
///
/// If the environment variable `RATCHET_PAGES` names a folder, a failure also writes a page for a
/// browser there, and keeps earlier pages: the actions, effects, and states under the schedule and
/// in the default order.
///
/// - Parameters:
///   - count: The number of seeds to try.
///   - first: The first seed.
///   - sourceLocation: Where to record an error that `body` throws.
///   - body: The test; what is not a test store finds the schedule in `Schedule.current`.
/// - Throws: Any error that `body` throws.
@MainActor
public func exploreSchedules<Failure: Error>(
  _ count: Int, from first: UInt64 = 0, sourceLocation: SourceLocation = #_sourceLocation,
  _ body: @MainActor () async throws(Failure) -> Void
) async throws(Failure) {
  try await explore(.random(count, from: first), nil, .call, nil, sourceLocation, body)
}

/// Runs a test under the schedules of a strategy and stops at the first under which it fails.
///
/// ```swift
/// let report = await exploreSchedules(.all(deviations: 2)) {
///   let store = TestStore(initialState: Search.State()) { Search() }
///   await store.send(.queryChanged("a")) { $0.query = "a" }
///   await store.receive(.connected)
/// }
/// #expect(report.isComplete)
/// ```
///
/// Works like ``exploreSchedules(_:from:sourceLocation:_:)`` and returns a report. One run in fifty
/// is repeated: it is a failure if the events, the final states, or the outcome differ.
///
/// - Parameters:
///   - strategy: The schedules to run.
///   - limit: The time of the test after which no further schedule starts, a minute if `nil`; at
///     least one schedule runs. A warning says how many schedules were not tried.
///   - expectsFailure: Whether a schedule should fail: the failing one is in the report, and it is
///     a failure if none fails. Use it instead of `withKnownIssue`, which hides a failed `#expect`
///     from the exploration.
///   - sourceLocation: Where to record an error that `body` throws.
///   - body: The test; what is not a test store finds the schedule in `Schedule.current`.
/// - Returns: The number of schedules that ran, and their outcomes.
/// - Throws: Any error that `body` throws.
@MainActor @discardableResult
public func exploreSchedules<Failure: Error>(
  _ strategy: ScheduleStrategy, for limit: Duration? = nil,
  expectingFailure expectsFailure: Bool = false,
  sourceLocation: SourceLocation = #_sourceLocation,
  _ body: @MainActor () async throws(Failure) -> Void
) async throws(Failure) -> ExplorationReport {
  let outcomes = Outcomes()
  let use = expectsFailure ? ExplorationUse.expectingFailure : .call
  var report = try await explore(strategy, limit, use, outcomes, sourceLocation, body)
  report.finalStates = outcomes.finalStates
  report.ordersNeverSeen = outcomes.ordersNeverSeen
  return report
}

/// Runs a test under many schedules, like ``exploreSchedules(_:from:sourceLocation:_:)``, and
/// passes each schedule to `body`, which may give it to only some of its test stores.
@_documentation(visibility: internal)
@MainActor
public func exploreSchedules<Failure: Error>(
  _ count: Int, from first: UInt64 = 0, sourceLocation: SourceLocation = #_sourceLocation,
  _ body: @MainActor (_ schedule: Schedule) async throws(Failure) -> Void
) async throws(Failure) {
  try await exploreSchedules(count, from: first, sourceLocation: sourceLocation) {
    () async throws(Failure) in try await body(.current)
  }
}

/// Runs a test under the schedules of a strategy, like
/// ``exploreSchedules(_:for:expectingFailure:sourceLocation:_:)``, and passes each to `body`.
@_documentation(visibility: internal)
@MainActor @discardableResult
public func exploreSchedules<Failure: Error>(
  _ strategy: ScheduleStrategy, for limit: Duration? = nil,
  expectingFailure expectsFailure: Bool = false,
  sourceLocation: SourceLocation = #_sourceLocation,
  _ body: @MainActor (_ schedule: Schedule) async throws(Failure) -> Void
) async throws(Failure) -> ExplorationReport {
  try await exploreSchedules(
    strategy, for: limit, expectingFailure: expectsFailure, sourceLocation: sourceLocation
  ) { () async throws(Failure) in try await body(.current) }
}

/// Runs a test of Swift Testing under the schedules of a strategy, for a trait.
@MainActor func explore(
  _ strategy: ScheduleStrategy, for limit: Duration?, at location: SourceLocation,
  _ test: @concurrent @Sendable () async throws -> Void
) async throws {
  try await explore(strategy, limit, .trait, Outcomes(), location) { try await test() }
}

/// What an exploration is for, which decides when it ends early, and what it records and throws.
private enum ExplorationUse {
  /// A call of `exploreSchedules`.
  case call
  /// A call that expects a failure.
  case expectingFailure
  /// A test with a trait, which may have nothing to explore.
  case trait
}

/// Makes the exploration, for the functions above.
///
/// `outcomes` collects the outcomes of the runs. Without it, no run is repeated, and the runs do
/// not collect their choices, from which some strategies make further schedules.
@MainActor @discardableResult
private func explore<Failure: Error>(
  _ strategy: ScheduleStrategy, _ limit: Duration?, _ use: ExplorationUse, _ outcomes: Outcomes?,
  _ location: SourceLocation,
  _ body: @MainActor () async throws(Failure) -> Void
) async throws(Failure) -> ExplorationReport {
  // Once for all runs, not for each: a call of `collecting` leaves the main actor, which is slow.
  try await FailedExpectations.collecting { () async throws(Failure) in
    let effects = Locked<EffectsAtEnd?>(nil)
    let result = await Exploration.$effectsInOrder.withValue(effects) {
      await SearchProgress.counting {
        await Result { () async throws(Failure) in
          try await run(strategy, limit, use, outcomes, location, body)
        }
      }
    }
    return try result.get()
  }
}

/// Runs one schedule after the other until one fails, the time is over, or none is left.
///
/// A run that fails is the last: its failure is reduced to few deviations and recorded or, if it
/// was expected, only added to the report. After
/// another run, repeats it (one in fifty, and only with `outcomes`), and adds the schedules that it
/// has made possible. After the last run, adds warnings.
@MainActor
private func run<Failure: Error>(
  _ strategy: ScheduleStrategy, _ limit: Duration?, _ use: ExplorationUse, _ outcomes: Outcomes?,
  _ location: SourceLocation,
  _ body: @MainActor () async throws(Failure) -> Void
) async throws(Failure) -> ExplorationReport {
  var report = ExplorationReport()
  var schedules = strategy.schedules
  var time = ExplorationTime(limit)
  var orders = SentOrders()
  var knownIssues = 0
  while let next = schedules.take() {
    let isRepeated = outcomes != nil && report.count % 50 == 0
    let run = Exploration(
      next.schedule, outcomes: outcomes, keepsEvents: isRepeated,
      next: schedules.nextDeviations(of: next.deviations))
    let thrown = await run.perform(body, location)
    report.count += 1
    // Swift Testing cancels a test, for example, at its time limit.
    if use == .trait, Task.isCancelled {
      if let thrown { throw thrown }
      return report
    }
    if use == .expectingFailure, let failure = run.failure {
      report.failure = failure.text
      return report
    }
    if let failure = run.failure {
      // `all` runs the schedules with the fewest deviations first, so its first failure has the
      // fewest. Each can still be tried at an earlier time: the first that it is possible.
      let isSmallest = if case .all = strategy.kind { true } else { false }
      // A cancelled test is not run again.
      let smallest =
        if Task.isCancelled {
          failure
        } else if isSmallest {
          await failure.withoutTimes(by: body)
        } else {
          await failure.shrunk(by: body)
        }
      await (Task.isCancelled ? smallest : smallest.withStory(by: body)).record(of: next.schedule)
      // Swift Testing would record what a test with a trait throws as a second failure.
      if let thrown, use != .trait { throw thrown }
      return report
    }
    // No test store follows the schedule: there is nothing to explore.
    if use == .trait, report.count == 1, !run.usesSchedule { return report }
    if run.ignoresSchedule {
      IssueRecorder.add(ExplorationMisuse.ownSchedules.text, at: location)
      return report
    }
    if isRepeated, await run.differsWhenRepeated(body, location) { return report }
    // `nextDeviations(of:)`, above, made an empty list, which the run has filled.
    schedules.extend(by: run.nextDeviations)
    orders.add(run.sends)
    if run.hasKnownIssue { knownIssues += 1 }
    if time.end(after: report.count, at: location) { break }
  }
  report.isComplete = schedules.isComplete
  report.hasOneOrder = orders.isOne(of: report, strategy)
  // Counted before `take`, below, removes the next schedule.
  let left = schedules.left
  let notes = [
    time.note(after: report.count, left: left, next: schedules.take()?.schedule),
    report.hasOneOrder && use != .trait ? orders.note(after: report.count) : nil,
    knownIssues > 0 ? ExplorationMisuse.knownIssues(count: knownIssues).text : nil,
  ]
  if use == .expectingFailure {
    IssueRecorder.add(ExplorationMisuse.noFailure(count: report.count).text, at: location)
  }
  for case let note? in notes { IssueRecorder.add(note, at: location, isFailure: false) }
  return report
}

extension Exploration {
  /// Runs the test once under the schedule, then lets its test stores settle and report what is
  /// left; returns the error that the test throws, which is a failure at the given location.
  @MainActor func perform<Failure: Error>(
    _ body: @MainActor () async throws(Failure) -> Void, _ location: SourceLocation
  ) async -> Failure? {
    let scope = TestScope()
    // Each run has its own copy of the test's shared values.
    let values = DependencyValues.withStorageOfRun
    // As a `Result`, because `withValue` does not keep the type of an error.
    let result = await TestScope.$current.withValue(scope) {
      await Exploration.$current.withValue(self) {
        await values.withValues {
          await Result { () async throws(Failure) in try await body() }
        }
      }
    }
    if case .failure(let error) = result {
      addFailure("The body threw an error: \(ValueLine.text(error))", at: location, trace: nil)
      return error
    }
    await Exploration.$current.withValue(self) { await scope.end() }
    if schedule != .inOrder, failure == nil, !effects.waiting.isEmpty,
      let text = effects.lostWakeUp(inOrder: await Self.effectsInOrder(body, location))
    {
      addFailure(text, at: location, trace: nil)
    }
    return nil
  }

  /// The effects at the end of a run under `inOrder`, which is made once in an exploration.
  @MainActor private static func effectsInOrder<Failure: Error>(
    _ body: @MainActor () async throws(Failure) -> Void, _ location: SourceLocation
  ) async -> EffectsAtEnd {
    if let known = effectsInOrder?.withLock({ $0 }) { return known }
    let inOrder = Exploration(.inOrder)
    _ = await inOrder.perform(body, location)
    let effects = inOrder.effects
    effectsInOrder?.withLock { $0 = effects }
    return effects
  }

  /// Runs the test again under the same schedule; returns true and records a failure if the events
  /// differ.
  @MainActor fileprivate func differsWhenRepeated(
    _ body: @MainActor () async throws -> Void, _ location: SourceLocation
  ) async -> Bool {
    // Its own `Outcomes`, so that the second run does not add to those of the exploration.
    let again = Exploration(schedule, outcomes: Outcomes(), keepsEvents: true)
    _ = await again.perform(body, location)
    // The first run has not failed, so a failure is a difference.
    let failure = again.failure.map { ["the test fails: \($0.text)"] } ?? []
    let difference = Story.difference(
      of: "test", "under the same schedule, \(schedule)", first: events,
      again: again.events + failure)
    if let difference { IssueRecorder.add(difference, at: location) }
    return difference != nil
  }
}
