import Ratchet

/// What runs below a test store: the core, the inbox before it, lanes and clock.
///
/// Lives as long as its test store; apart from it, so that a `deinit` can hand it on.
@MainActor final class TestRun<State: Equatable, Action: Sendable>: ActionInterceptor {
  /// What the senders of received actions wait for.
  ///
  /// Kept instead of computed: it is asked for each wake-up, and a look at a generic array looks up
  /// its type (h-poll: 4 %).
  private enum Phase {
    /// No sender waits. Becomes another phase when the test receives an action.
    case idle
    /// The action of a sender that is starting is reduced, and the sender continues: no effect
    /// starts meanwhile. Becomes `returning` if other senders wait, `idle` if none does.
    case continuingStart
    /// Senders wait until the effects that their actions returned have started. Becomes
    /// `continuingStart` when the test receives the action of a sender that is starting, `idle`
    /// when the last sender continues.
    case returning
  }

  let core: Core<State, Action>
  let executor: LaneExecutor
  let inbox: Inbox<Action>
  let clock: TestClock
  let issues: IssueSink
  var exhaustivity = Exhaustivity.on
  /// Time by which the test has advanced the clock, and which stands still while an action is
  /// parked.
  var pendingTime = Duration.zero
  /// How many sleeps have ended in this step of the test, and how many may.
  var wakeUps = 0
  var wakeUpBudget = 1_000_000
  var steps = StepCount()
  /// How many effects have an orphaned task that waits for something outside.
  var outsideOrphans = 0
  /// What is left has been reported: at the end of the test nothing more is said of it.
  var isFinished = false
  private var phase = Phase.idle
  /// Dismissals of the store that wait for what was parked before them.
  private var dismissals: [ParkedDismissal] = []
  /// Senders whose actions have been reduced; the last one continues first.
  private var senders: [ParkedAction<Action>] = []

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

  /// No effect starts before what a starting sender sent is reduced, and before that sender
  /// continues.
  var blocksStarts: Bool { inbox.blocksStarts || phase == .continuingStart }

  // MARK: - Sends park

  func intercept(_ action: Action, from effect: RunningEffect) -> any DeliverySignal {
    // Held, because a task that the operation does not await may send after the effect has ended.
    core.registry.hold(effect.cascade)
    let signal = inbox.park(action, from: effect)
    trace.add(.parked(action, Lane.current))
    executor.jobs.notifyArrival()
    return signal
  }

  func interceptDismissal(by effect: RunningEffect) -> (any DeliverySignal)? {
    if inbox.isEmpty { return nil }
    let dismissal = ParkedDismissal(effect: effect, earlier: inbox.numbers)
    dismissals.append(dismissal)
    return dismissal.signal
  }

  /// Ends the store for the effects that asked for it, when what was parked before has been
  /// received: a `Store` had reduced it before.
  func performDismissals() {
    guard let first = dismissals.first, !inbox.isUrgent, !inbox.holdsAny(upTo: first.earlier)
    else { return }
    core.dismiss()
  }

  func disconnected(_ effect: RunningEffect) {
    for dismissal in dismissals where dismissal.effect === effect { dismissal.signal.open() }
    dismissals.removeAll { $0.effect === effect }
    executor.recordCancelled(effect)
    for parked in inbox.drop(from: effect) {
      trace.add(.dropped(parked.action))
      core.addDropped(parked.action, from: effect)
      core.registry.release(effect.cascade)
    }
  }

  // MARK: - Reducing

  /// Reduces an action that the test sends.
  func send(_ action: Action) -> StoreTask {
    trace.add(.sent(action))
    return core.send(action)
  }

  /// Reduces a parked action and lets its sender continue, in the order of a `Store`.
  ///
  /// A sender that is starting continues before any other effect starts; any other sender continues
  /// when the effects that its action returned have started. What it sends then, without waiting in
  /// between, comes next.
  func receive(_ parked: ParkedAction<Action>) {
    inbox.take(parked)
    trace.add(.received(parked.action))
    let isStarting = parked.moment == .start
    if isStarting { phase = .continuingStart }
    _ = core.reduce(parked.action, from: parked.effect)
    if parked.effect.isSend { parked.effect.end() }
    core.registry.release(parked.effect.cascade)
    if isStarting {
      resume(parked)
      phase = senders.isEmpty ? .idle : .returning
      core.startPending()
    } else {
      senders.append(parked)
      phase = .returning
    }
    resumeSenders()
  }

  /// Resumes senders for which the effects of their actions have started.
  func resumeSenders() {
    // A function of its own for the generic part, so that this one looks up no types.
    while phase == .returning, !inbox.blocksStarts { resumeLastSender() }
  }

  private func resumeLastSender() {
    guard let sender = senders.popLast() else { return }
    if senders.isEmpty { phase = .idle }
    resume(sender)
  }

  private func resume(_ sender: ParkedAction<Action>) {
    sender.signal.open()
    guard let lane = sender.lane else { return }
    let moment: SendMoment = sender.moment == .start ? .start : .following
    // It may take the sender several jobs to come back from the lane to the main actor.
    while !sender.signal.hasPassed, executor.runLast(of: lane, as: moment) {}
  }
}

/// A dismissal of the store that an effect has asked for.
// Not generic, like `TestRun`: it is asked for each job whether there is one. (h-all: 2 %)
private struct ParkedDismissal {
  let effect: RunningEffect
  /// How many actions had been parked before.
  let earlier: Int
  /// Resumes the effect, which is cancelled by then.
  let signal = LaneSignal()
}
