import Ratchet
public import Testing

extension TestStore {
  /// Sends an action, as a user does, and asserts how it changes the state.
  ///
  /// Reduces the action, starts its effects, and returns when nothing can continue without the
  /// test; under any schedule but ``Schedule/inOrder`` it may return earlier, as `Store.send` does.
  /// If there are unreceived actions, the user acts before they arrive. With ``exhaustivity`` off,
  /// they are reduced first.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - changes: Makes the expected state from the previous one. By default nothing must change.
  ///   - sourceLocation: Where to record failures.
  /// - Returns: A handle to what follows from the action.
  @discardableResult
  public func send(
    _ action: Action,
    changes: ((inout State) throws -> Void)? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async -> TestStoreTask {
    issues.location = sourceLocation
    if !exhaustivity.assertsActions { await perform { try await run.skipBeforeSend() } }
    let before = state
    let task = run.send(action)
    check(changes, from: before, after: "send", action)
    beginPart()
    do { try await run.continueEffects() } catch { recordUnrest(error) }
    endPart()
    return TestStoreTask(task: task, run: erasedRun)
  }
}

/// A handle to what follows from one action that a test has sent.
public struct TestStoreTask: Sendable {
  let task: StoreTask
  let run: any AnyTestRun

  /// Asserts that nothing that followed from the action is left.
  ///
  /// Fails with a list if an action was not received or an effect is still in flight, like
  /// ``TestStore/finish(sourceLocation:)``. With the store's ``TestStore/exhaustivity`` off,
  /// unreceived actions that delay the end are reduced.
  ///
  /// - Parameter sourceLocation: Where to record failures.
  @MainActor public func finish(sourceLocation: SourceLocation = #_sourceLocation) async {
    run.issues.location = sourceLocation
    guard let cascade = task.cascade, await !run.waitForEnd(of: cascade) else { return }
    run.issues.record(run.failure(toFinish: cascade))
  }

  /// Cancels the effects that followed from the action, and returns when nothing can continue
  /// without the test; under any schedule but ``Schedule/inOrder`` it may return earlier.
  ///
  /// Drops the actions that these effects have sent and the test has not received.
  ///
  /// - Parameter sourceLocation: Where to record failures.
  @MainActor public func cancel(sourceLocation: SourceLocation = #_sourceLocation) async {
    run.issues.location = sourceLocation
    guard let cascade = task.cascade else { return }
    await run.skipBeforeAct()
    cascade.cancel()
    await run.continueAfterCancel(of: cascade)
  }
}

/// Controls a `TestRun`, which runs the feature of a test store, without the types of its state and
/// action.
///
/// Used by `TestStoreTask`, the handle that `send` returns, and by the code that reports what is
/// left at the end of a test.
@MainActor protocol AnyTestRun: AnyObject, Sendable {
  var issues: IssueSink { get }
  /// Lets effects run as far as they can; returns whether nothing is then left of a cascade, which
  /// is all that follows from one action: if something is left, the test fails.
  func waitForEnd(of cascade: Cascade) async -> Bool
  /// Lets effects continue after a cascade was cancelled.
  func continueAfterCancel(of cascade: Cascade) async
  /// With exhaustivity off, reduces the unreceived actions that precede what the test does next.
  func skipBeforeAct() async
  /// Describes what is left of a cascade, as a failure.
  func failure(toFinish cascade: Cascade) -> String
  /// Whether work that the schedule has postponed could still change what is left.
  var mayContinue: Bool { get }
  /// Lets effects run until all are at rest, if the test has done nothing since the last call.
  func continueIfIdle()
  /// Lets effects run until all are at rest.
  func comeToRest() async
  /// Ends all effects of a released store; returns what was left.
  func end() -> LeftoverReport
  /// Returns what is left in a store that is still held after its test has ended, but only once.
  func endIfRetained() -> LeftoverReport
}

extension TestRun: AnyTestRun {
  func skipBeforeAct() async {
    // The error is ignored: the next step that asserts something fails if effects do not rest.
    if !exhaustivity.assertsActions { try? await skipBeforeSend() }
  }

  func waitForEnd(of cascade: Cascade) async -> Bool {
    await runToEnd(cascade, mayFail: true)
    return cascade.isEmpty
  }

  func continueAfterCancel(of cascade: Cascade) async {
    if executor.isInOrder { return await runToEnd(cascade, mayFail: false) }
    wakeUps = 0
    core.startPending()
    try? await continueEffects()
  }

  private func runToEnd(_ cascade: Cascade, mayFail: Bool) async {
    wakeUps = 0
    core.startPending()
    do {
      try await settleAndAdvance(claimOnTheWay)
      if !exhaustivity.assertsActions { _ = try await skip { _ in cascade.isEmpty } }
      try await wait(mayFail: mayFail) { cascade.isEmpty }
    } catch {
      // Ignored here: the step that asserts something fails if effects do not come to rest.
    }
  }
}
