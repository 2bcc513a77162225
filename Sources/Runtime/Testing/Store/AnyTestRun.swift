import Ratchet

/// Controls a `TestRun`, which runs the feature of a test store, without the types of its state and
/// action.
///
/// Used by `TestStoreTask`, the handle that `send` returns, and by the code that reports what is
/// left at the end of a test. A *cascade* is all that follows from one action. Effects are *at
/// rest* when none can continue without the test.
@MainActor protocol AnyTestRun: AnyObject, Sendable {
  /// Records failures at the line of the test's current step.
  var issues: IssueSink { get }
  /// Lets effects run until nothing is left of a cascade, or nothing more can happen without the
  /// test; returns whether nothing is left.
  func waitForEnd(of cascade: Cascade) async -> Bool
  /// Lets effects continue after a cascade was cancelled.
  func continueAfterCancel(of cascade: Cascade) async
  /// With exhaustivity off, reduces the unreceived actions that precede what the test does next.
  func skipBeforeAct() async
  /// The failure text for a cascade of which something is left.
  func failure(toFinish cascade: Cascade) -> String
  /// Whether work that the schedule has postponed could still change what is left.
  var mayContinue: Bool { get }
  /// Lets effects run until all are at rest, if the test has taken no step since the last call.
  ///
  /// Called at intervals by `IdleStores`; the first call only stores the number of steps.
  func continueIfIdle()
  /// Lets effects run until all are at rest.
  func settleEffects() async
  /// Ends all effects of a released store; returns what was left.
  func end() -> LeftoverReport
  /// Returns what is left in a store that is still held after its test has ended, but only once.
  func endIfRetained() -> LeftoverReport
}

extension TestRun: AnyTestRun {
  func skipBeforeAct() async {
    // The error is ignored: if effects do not settle, the next step that asserts something fails.
    if !exhaustivity.assertsActions { try? await skipBeforeSend() }
  }

  func waitForEnd(of cascade: Cascade) async -> Bool {
    await runToEnd(cascade, mayFail: true)
    return cascade.isEmpty
  }

  func continueAfterCancel(of cascade: Cascade) async {
    if executor.isInOrder { return await runToEnd(cascade, mayFail: false) }
    // Under any schedule but `inOrder`, effects continue only as far as the schedule chooses.
    wakeUps = 0
    // A parked action that the cancel has dropped may have kept pending effects from starting.
    core.startPending()
    try? await continueEffects()
  }

  /// Lets effects run until nothing is left of a cascade or nothing can continue without the test.
  ///
  /// First lets effects settle. With exhaustivity off, then reduces unreceived actions until the
  /// cascade is empty or no action is left; under a schedule other than `inOrder`, effects stop for
  /// such an action (`claimOnTheWay`). Last, waits for events from outside the store.
  ///
  /// `mayFail` says whether the test fails if something is left: only then is there a grace period
  /// for events from outside the store. Like each step of a test, this one counts its wake-ups
  /// (sleeps on the clock that end) from 0.
  private func runToEnd(_ cascade: Cascade, mayFail: Bool) async {
    wakeUps = 0
    core.startPending()
    do {
      try await settleAndAdvance(claimOnTheWay)
      if !exhaustivity.assertsActions { _ = try await skip { _ in cascade.isEmpty } }
      try await wait(mayFail: mayFail) { cascade.isEmpty }
    } catch {
      // Ignored: if effects do not settle, the next step that asserts something fails.
    }
  }
}
