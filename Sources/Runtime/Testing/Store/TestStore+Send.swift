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
    // Failures from here on are recorded at this line of the test.
    issues.location = sourceLocation
    if !exhaustivity.assertsActions { await perform { try await run.skipBeforeSend() } }
    let before = run.core.state
    let task = run.send(action)
    check(changes, from: before, to: run.core.state, after: "sending", action)
    // Next is the part of this step in which effects run. `beginPart` begins a new budget of
    // wake-ups, and the store counts as busy until `endPart`. These lines do the same as `perform`,
    // without its closure, which would cost two more async calls.
    beginPart()
    do { try await run.continueEffects() } catch { recordUnrest(error) }
    endPart()
    return TestStoreTask(task: task, run: erasedRun)
  }
}

/// A handle to what follows from one action that a test has sent.
public struct TestStoreTask: Sendable {
  /// The handle that `Store.send` would return.
  let task: StoreTask
  /// Runs the feature of the test store.
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
    // The cascade is all that follows from the action; `nil` if it ended at once.
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
