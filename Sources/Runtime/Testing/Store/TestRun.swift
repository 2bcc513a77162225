import Ratchet

/// Runs the feature of one test store: reduces the actions that the test sends or receives, and
/// parks those that effects send.
///
/// Also collects the changes of shared values that the test is to receive, and postpones a
/// dismissal until the actions parked before it have been received.
///
/// Used by `TestStore` for each step of a test, and by the core, the loop that every store runs,
/// for each action that an effect sends. Owns the core, the executor, which runs the effects job by
/// job (a *job* is a piece of a task that does not suspend), and the inbox of *parked* actions,
/// which effects have sent and the test has not received. Do not receive an action that is not in
/// the inbox: it would be reduced twice.
///
/// Separate from the test store, whose `deinit` passes this object on to report what is left.
@MainActor final class TestRun<State: Equatable, Action: Sendable>: ActionInterceptor {
  let core: Core<State, Action>
  let executor: LaneExecutor
  let inbox: Inbox
  let clock: TestClock
  let issues: IssueSink
  var exhaustivity = Exhaustivity.on
  /// Time by which the test has advanced the clock and which has not passed yet: no time passes
  /// while an action is parked.
  var pendingTime = Duration.zero
  /// The number of sleeps that have ended in this step of the test.
  var wakeUps = 0
  /// Whether effects did not settle in an earlier step; later steps give up sooner, because the
  /// same effects still run.
  var hasExceededBudget = false
  /// Changes of shared values that the test has not received.
  var changes: [AppliedChange] = []
  /// The number of *skipped* actions: those that were reduced without the test receiving them.
  var skippedCount = 0
  /// The last skipped actions, which the test may still receive.
  var skipped: [SkippedAction<State, Action>] = []
  /// Whether the running step adds the actions that it skips to `skipped`.
  var keepsSkipped = false
  /// Counts the steps of the test, to detect that the test has paused.
  var steps = StepCount()
  /// The number of ended effects with an *orphaned* task (one that outlives its effect) for which
  /// the store no longer waits: time passes without that task.
  var outsideOrphans = 0
  /// Whether time has passed while there were such effects, for a failure.
  var hasPassedOrphans = false
  /// Whether what is left has been reported, and is not reported again at the end of the test.
  var isFinished = false
  /// Requests of effects to dismiss the store, which wait for the actions parked before them.
  private var dismissals: [ParkedDismissal] = []
  /// Senders of reduced actions that wait until the effects of these actions have started; the
  /// sender that was added last continues first, as the innermost of nested calls returns first.
  private var senders: [ParkedAction] = []
  /// Whether the action of a *starting* sender (see `receive`) is being reduced, or that sender is
  /// continuing; meanwhile no effect starts, and no other sender continues.
  private var isContinuingStart = false

  init(
    core: Core<State, Action>, executor: LaneExecutor, clock: TestClock, issues: IssueSink
  ) {
    self.core = core
    self.executor = executor
    self.clock = clock
    self.issues = issues
    inbox = Inbox(executor: executor)
    core.setInterceptor(self)
  }

  var trace: Trace { executor.trace }

  var limits: TestLimits { executor.limits }

  /// Whether pending effects must wait until the action of a starting sender (see `receive`) has
  /// been reduced and that sender has continued.
  var blocksStarts: Bool { inbox.blocksStarts || isContinuingStart }

  /// Runs a closure of the test, and what compares or prints its values, under the store's
  /// dependencies, as reducers run: a value that is made there may read them.
  func evaluate<Result>(_ body: () -> Result) -> Result { core.withStoreDependencies(body) }

  // MARK: - Parking

  /// Parks an action that an effect sends; the effect's `send` waits for the returned signal.
  ///
  /// Called by the core, like the two methods below.
  func intercept(_ action: Action, from effect: RunningEffect) -> any DeliverySignal {
    // Keeps the cascade open until the action is reduced or dropped: a task that the operation does
    // not await may have sent the action, and the effect may end first.
    core.registry.hold(effect.cascade)
    // The moment says what a `Store` reduces before this action. An `Effect.send` has no task: it
    // sends its action while it starts.
    let moment = effect.kind == .send ? .start : executor.moment
    let parked = ParkedActionOf(action, from: effect, moment)
    inbox.park(parked)
    trace.add(.parked(action, parked.lane, text: storyText(action)))
    executor.jobs.notifyArrival()
    return parked.signal
  }

  /// Stores a change of a shared value that no field of the state keeps, for the test to receive.
  func notice(_ change: AppliedChange) {
    changes.append(change)
  }

  /// Postpones a dismissal if actions are parked: the effect waits for the returned signal.
  func interceptDismissal(by effect: RunningEffect) -> (any DeliverySignal)? {
    if inbox.isEmpty { return nil }
    // Parked actions are numbered in order, so this number stands for all that are parked now.
    let dismissal = ParkedDismissal(effect: effect, earlier: inbox.lastNumber)
    dismissals += [dismissal]
    return dismissal.signal
  }

  /// Dismisses the store if an effect has requested that and a `Store` would already have done so:
  /// once no action that was parked before the request is left, and no urgent one, which a `Store`
  /// reduces before any job runs.
  func performDismissals() {
    if dismissals.isEmpty || inbox.isUrgent || inbox.holdsAny(upTo: dismissals[0].earlier) {
      return
    }
    core.dismiss()
  }

  /// The action of a parked action, with its type.
  func action(of parked: ParkedAction) -> Action {
    // Safe: only `intercept` calls `Inbox.park`, with an object of this class.
    unsafe unsafeDowncast(parked, to: ParkedActionOf<Action>.self).action
  }

  /// Drops what a cancelled effect has sent or requested; called by the core.
  func disconnected(_ effect: RunningEffect) {
    for dismissal in dismissals where dismissal.effect === effect { dismissal.signal.open() }
    dismissals = dismissals.filter { $0.effect !== effect }
    executor.recordCancelled(effect)
    for parked in inbox.drop(from: effect) {
      trace.add(.dropped(parked.value))
      core.addDropped(action(of: parked), from: effect)
      core.registry.release(effect.cascade)
    }
  }

  // MARK: - Reducing

  /// Reduces an action that the test sends.
  func send(_ action: Action) -> StoreTask {
    trace.add(.sent(action, text: storyText(action)))
    return recordingChanges { core.send(action) }
  }

  /// The text of an action for the trace, if this run repeats a failure to report its events.
  private func storyText(_ action: Action) -> String? {
    trace.recordsChanges ? text(action) : nil
  }

  /// Reduces an action; if this run repeats a failure to report its events, records how the action
  /// changes the state.
  private func recordingChanges<Result>(_ reduce: () -> Result) -> Result {
    guard trace.recordsChanges else { return reduce() }
    let (before, position) = (core.state, trace.count)
    let result = reduce()
    let changes = ChangeAssignments.texts(from: before, to: core.state)
    if !changes.isEmpty { trace.addChange(changes, at: position) }
    return result
  }

  /// Reduces a parked action and lets its sender continue, in the order of a `Store`.
  ///
  /// A *starting* sender has sent while its effect was being started, before its first suspension:
  /// it continues before any other effect starts. Any other sender continues when the effects of
  /// its action have started. If the sender then sends another action without
  /// suspending, no job runs until that action has been received.
  func receive(_ parked: ParkedAction) {
    inbox.take(parked)
    let action = action(of: parked)
    trace.add(.received(action, text: storyText(action)))
    let isStarting = parked.moment == .start
    if isStarting { isContinuingStart = true }
    _ = recordingChanges { core.reduceOrQueue(action, from: parked.effect) }
    // An `Effect.send` has no operation that could return: its effect ends with its action.
    if parked.effect.kind == .send { parked.effect.end() }
    core.registry.release(parked.effect.cascade)
    if isStarting {
      resume(parked)
      isContinuingStart = false
      core.startPending()
    } else {
      senders.append(parked)
    }
    resumeSenders()
  }

  /// Resumes senders once the effects of their actions have started.
  func resumeSenders() {
    while !blocksStarts, let sender = senders.popLast() { resume(sender) }
  }

  /// Lets a sender continue at once: if it sends another action without suspending, that action is
  /// parked before anything else happens.
  private func resume(_ sender: ParkedAction) {
    sender.signal.open()
    guard let lane = sender.lane else { return }
    // What a starting sender sends before it suspends is still part of its start. What any other
    // sender sends then is `following`: a `Store` reduces nothing between the two actions.
    let moment: SendMoment = sender.moment == .start ? .start : .following
    // The sender may need several jobs to get back to the main actor.
    while !sender.signal.hasPassed, executor.runLast(of: lane, as: moment) {}
  }
}

/// The request of an effect to dismiss the store.
private struct ParkedDismissal {
  let effect: RunningEffect
  /// The number of the last action parked before the request.
  let earlier: Int
  /// Resumes the effect, which is cancelled by then.
  let signal = LaneSignal()
}
