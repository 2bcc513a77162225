import Ratchet
public import Testing

extension TestStore {
  /// Sends an action, as a user does, and asserts how it changes the state.
  ///
  /// Reduces the action, starts its effects, and returns when nothing can go on without the test. Allowed while actions
  /// wait to be received: then the user acts before they arrive. With ``exhaustivity`` off they are reduced first; under
  /// a schedule by seed some of them are, by chance.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - changes: Makes the expected state from the state before. Without it nothing must change.
  ///   - sourceLocation: Where failures are recorded.
  /// - Returns: A handle on what follows from the action.
  @discardableResult
  public func send(
    _ action: Action,
    changes: ((inout State) throws -> Void)? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async -> TestStoreTask {
    issues.location = sourceLocation
    run.isFinished = false
    if exhaustivity != .on { await perform { try await run.skipBeforeSend() } }
    let before = state
    let task = run.send(action)
    check(changes, from: before, after: "send", action)
    await perform { try await run.settleAndAdvance() }
    return TestStoreTask(task: task, run: run)
  }
}
