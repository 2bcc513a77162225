import Ratchet
public import Testing

extension TestStore {
  /// Sends an action, as a user does, and asserts how it changes the state.
  ///
  /// Reduces the action, starts its effects, and returns when nothing can continue without the
  /// test; under any schedule but ``Schedule/inOrder`` it may return earlier, as `Store.send` does.
  /// There may be unreceived actions: then the user acts before they arrive. With ``exhaustivity``
  /// off, they are reduced first.
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
  /// actions that delay it are reduced.
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
  /// Drops what they sent and the test did not receive.
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

/// A test run with the types of state and action erased.
@MainActor protocol AnyTestRun: AnyObject, Sendable {
  var issues: IssueSink { get }
  /// Lets effects run as far as they can; returns whether a cascade is then empty, else the test
  /// fails.
  func waitForEnd(of cascade: Cascade) async -> Bool
  /// Lets effects continue after a cascade was cancelled.
  func continueAfterCancel(of cascade: Cascade) async
  /// Reduces what precedes the user's action, with exhaustivity off.
  func skipBeforeAct() async
  /// Describes what is left of a cascade.
  func failure(toFinish cascade: Cascade) -> String
  /// Whether postponed work could still change what is left.
  var mayContinue: Bool { get }
  /// Lets effects run until all are at rest, if the test has done nothing since the last call.
  func continueIfIdle()
  /// Lets effects run until all are at rest.
  func comeToRest() async
  /// Ends all effects of a released store; returns what was left.
  func end() -> LeftoverReport
  /// What is left in a store that is still held after its test has ended; reported once.
  func endIfRetained() -> LeftoverReport
}

extension TestRun: AnyTestRun {
  func skipBeforeAct() async {
    // Effects that do not come to rest are a failure of the step that asserts something.
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
      // Effects that do not come to rest are a failure of the step that asserts something.
    }
  }
}
