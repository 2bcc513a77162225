import Ratchet
public import Testing

extension TestStore {
  /// Advances the store's clock and returns when nothing can continue without the test.
  ///
  /// With the schedule ``Schedule/inOrder``, no time passes before all effects have settled. Under
  /// any other, a sleeping effect may wake before other effects that could continue, and the tasks
  /// that wake last may still have work to do when the method returns.
  ///
  /// Time stops at each action that an effect sends, and continues when the test has received it:
  /// after `advance(by: .seconds(3))` over a timer that ticks each second, three ticks can be
  /// received. The rest of the time is pending meanwhile; ``finish(sourceLocation:)`` fails if time
  /// is still pending. Sleepers with equal deadlines wake together. More than 1,000,000 sleeps that
  /// end in one step are a failure, as is a negative duration.
  ///
  /// With ``exhaustivity`` off, all of the time passes, because unreceived actions are reduced on
  /// the way and, at its end, until nothing is left at that moment. `receive` can still assert the
  /// last hundred actions of that moment.
  ///
  /// - Parameters:
  ///   - duration: The time to pass.
  ///   - sourceLocation: Where to record failures.
  public func advance(
    by duration: Duration, sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    issues.location = sourceLocation
    guard duration >= .zero else {
      return issues.record(TestClock.negativeDuration(duration))
    }
    await perform {
      try await run.advance(by: duration.capped)
      if !exhaustivity.assertsActions { try await run.skipAfterAdvance() }
    }
  }

  /// Runs effects until all are at rest, when nothing can continue without the test.
  ///
  /// Call it after the test has done something that an effect waits for, such as yielding a value
  /// to a stream, and before it checks what effects have done elsewhere, such as the calls of a
  /// client. With `inOrder`, the other steps do this by themselves; under any other schedule,
  /// effects may still have work to do after a step, as in a `Store`.
  ///
  /// Effects run although there are unreceived actions, which a `Store` would reduce first. With
  /// ``exhaustivity`` off, each action is reduced as it arrives, until nothing is left at this
  /// moment; `receive` can still assert the last hundred of these actions.
  ///
  /// - Parameter sourceLocation: Where to record failures.
  public func settle(sourceLocation: SourceLocation = #_sourceLocation) async {
    issues.location = sourceLocation
    await perform {
      try await exhaustivity.assertsActions ? run.settleAndAdvance() : run.skipUntilSettled()
    }
  }

  /// Asserts that nothing is left: no unreceived action, no effect in flight, no pending time.
  ///
  /// Fails with a list of the rest: at once, or a quarter of a second later if an effect waits for
  /// something outside the store. The same is asserted when the store is released, unless this
  /// method was called. With ``exhaustivity`` off, unreceived actions are reduced, and effects may
  /// be in flight.
  ///
  /// - Parameter sourceLocation: Where to record failures.
  public func finish(sourceLocation: SourceLocation = #_sourceLocation) async {
    issues.location = sourceLocation
    await perform { try await run.finish() }
    switch exhaustivity.report(of: run.leftoverText(hasWaited: exhaustivity.assertsActions)) {
    case .nothing: break
    case .failure(let text): issues.record(text)
    case .warning(let text): issues.warn(text)
    }
    run.isFinished = true
  }

  // MARK: - Real time

  /// Allows effects to wait in real time for something outside the store's control: a socket, a
  /// process, another thread.
  ///
  /// ```swift
  /// await store.waiting(upTo: .seconds(5)) {
  ///   await store.receive(.connected)
  /// }
  /// ```
  ///
  /// Outside the body, the store holds back an effect that another thread resumes. In the body, the
  /// effect continues, and a step that would fail because an action is missing, or an effect has
  /// not ended, waits up to the limit. The limit applies to the whole body. A failure in the body
  /// says how long the store waited. In a nested call, the limit that ends earlier applies.
  ///
  /// - Important: If another thread resumes an effect before the effect has suspended, the store
  ///   cannot detect that, and so cannot hold the effect back: a callback on a dispatch queue, or
  ///   the end of a detached task, may arrive within microseconds. Without this method, a test
  ///   whose effects wait for such events is flaky.
  ///
  /// - Parameters:
  ///   - limit: How long the body may wait in total.
  ///   - sourceLocation: Where to record failures.
  ///   - body: The steps that wait.
  /// - Throws: Any error that `body` throws.
  public func waiting(
    upTo limit: Duration, sourceLocation: SourceLocation = #_sourceLocation,
    _ body: () async throws -> Void
  ) async rethrows {
    issues.location = sourceLocation
    let issues = issues
    let outer = issues.realTimeWindow
    issues.realTimeWindow = RealTimeWindow(limit: limit, inside: outer)
    run.executor.jobs.openRealTimeWindow()
    defer {
      issues.realTimeWindow = outer
      if outer == nil { run.executor.jobs.closeRealTimeWindow() }
    }
    // Effects that were held back continue before the first step of the body.
    await perform { try await run.settleAndAdvance() }
    try await body()
  }
}
