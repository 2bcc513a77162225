import Ratchet

/// What runs below a test store: the core, the inbox before it, lanes and clock.
///
/// Lives as long as its test store; apart from it, so that a `deinit` can hand it on.
@MainActor final class TestRun<State: Equatable, Action: Sendable>: ActionInterceptor {
  let core: Core<State, Action>
  let executor: LaneExecutor
  let inbox: Inbox<Action>
  let clock: TestClock
  let issues: IssueSink
  /// Time that the test has let pass, and that stands still while an action waits to be received.
  var pendingTime = Duration.zero
  /// How many sleeps have ended in this step of the test, and how many may.
  var wakeUps = 0
  var wakeUpBudget = 1_000_000
  /// How many effects left a task behind that waits for something outside.
  var outsideOrphans = 0
  /// The test has asserted that nothing is left.
  var isFinished = false
  var exhaustivity = Exhaustivity.on
  /// An action is reduced that an effect sent while it started.
  private var isStarting = false
  /// Senders whose action has been reduced and that go on when the effects have started which that returned.
  private var returning: [ParkedAction<Action>] = []
  /// Whether there are any; kept apart, because it is asked often, and generic types are slow to look up.
  private var isReturning = false

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

  // MARK: - Sends park

  func intercept(_ action: Action, from effect: RunningEffect) -> any DeliverySignal {
    // Held, because a task that the operation does not await may send after the effect has ended.
    core.registry.hold(effect.cascade)
    let signal = inbox.park(action, from: effect)
    trace.add(.parked(action, Lane.current))
    updateStall()
    executor.jobs.notifyArrival()
    return signal
  }

  func disconnected(_ effect: RunningEffect) {
    executor.recordCancelled(effect)
    for parked in inbox.drop(from: effect) {
      trace.add(.dropped(parked.action))
      core.registry.release(effect.cascade)
    }
    updateStall()
  }

  /// Reduces an action that the test sends.
  func send(_ action: Action) -> StoreTask {
    trace.add(.sent(action))
    return core.send(action)
  }

  /// Reduces a parked action and lets its sender go on, in the order of a `Store`.
  ///
  /// A sender that was starting goes on before any other effect starts; any other one goes on when
  /// the effects that its action returned have started. What it sends then, without waiting in between, comes next.
  func receive(_ parked: ParkedAction<Action>) {
    inbox.take(parked)
    trace.add(.received(parked.action))
    isStarting = parked.moment == .start
    _ = core.reduce(parked.action, from: parked.effect)
    if parked.effect.isSend { parked.effect.end() }
    core.registry.release(parked.effect.cascade)
    if isStarting {
      resume(parked)
      isStarting = false
      updateStall()
      core.startPending()
    } else {
      returning.append(parked)
      isReturning = true
    }
    resumeSenders()
  }

  /// Lets senders go on for which the effects of their actions have started.
  func resumeSenders() {
    while isReturning, !inbox.isStalled, let sender = returning.popLast() {
      isReturning = !returning.isEmpty
      resume(sender)
    }
  }

  /// No effect starts before what one sent that is starting is reduced, and before that one goes on.
  private func updateStall() {
    core.setStalled(inbox.isStalled || isStarting)
  }

  private func resume(_ sender: ParkedAction<Action>) {
    sender.signal.open()
    guard let lane = sender.lane else { return }
    let moment: SendMoment = sender.moment == .start ? .start : .following
    // It may take the sender several jobs to come back from the lane to the main actor.
    while !sender.signal.hasPassed, executor.runLast(of: lane, as: moment) {}
  }
}
