import Ratchet

/// What runs below a test store: the core, the inbox before it, lanes and clock.
///
/// Lives as long as its test store; apart from it, so that a `deinit` can hand it on.
@MainActor final class TestRun<State, Action: Sendable>: ActionInterceptor {
  let core: Core<State, Action>
  let executor: LaneExecutor
  let inbox: Inbox<Action>
  let clock: TestClock
  /// Time that the test has let pass, and that stands still while an action waits to be received.
  private(set) var owed = Duration.zero
  /// The test has asserted that nothing is left.
  var isFinished = false

  init(core: Core<State, Action>, executor: LaneExecutor, clock: TestClock) {
    self.core = core
    self.executor = executor
    self.clock = clock
    inbox = Inbox(executor: executor)
    core.setInterceptor(self)
  }

  // MARK: - Sends park

  func intercept(_ action: Action, from effect: RunningEffect) -> any DeliverySignal {
    // Held, because a task that the operation does not await may send after the effect has ended.
    core.inFlight.hold(effect.cascade)
    let signal = inbox.park(action, from: effect)
    core.setStalled(inbox.isStalled)
    return signal
  }

  func disconnected(_ effect: RunningEffect) {
    for _ in inbox.drop(from: effect) { core.inFlight.release(effect.cascade) }
    core.setStalled(inbox.isStalled)
  }

  /// Reduces a parked action and lets its sender go on.
  ///
  /// A sender that was starting goes on starting, before any other effect is started.
  func receive(_ parked: ParkedAction<Action>) {
    inbox.take(parked)
    _ = core.reduce(parked.action, from: parked.effect)
    if parked.effect.isSend { parked.effect.end() }
    core.inFlight.release(parked.effect.cascade)
    parked.signal.open()
    if parked.isImmediate, let lane = parked.lane {
      // It may take the sender several jobs to come back from the lane to the main actor.
      while !parked.signal.hasPassed, executor.runStarting(lane) {}
    }
    core.setStalled(inbox.isStalled)
    core.startPending()
  }

  // MARK: - Time

  /// Owes the test a duration, and lets as much of it pass as can.
  func advance(by duration: Duration) async throws(Exhausted) {
    try await settle()
    owed += duration
    try await passTime()
  }

  /// Lets time that is owed pass, from deadline to deadline, until an action is parked.
  func passTime() async throws(Exhausted) {
    while owed > .zero, inbox.parked.isEmpty {
      let now = clock.now.offset
      let step = clock.nextDeadline.map { min($0 - now, owed) } ?? owed
      owed -= step
      var due = clock.move(to: now + step)
      executor.order(&due)
      for sleeper in due { sleeper.continuation.resume() }
      try await settle()
    }
  }

  // MARK: - Coming to rest

  /// More happened than could be meant.
  struct Exhausted: Error {
    let jobs: Int
  }

  private static var jobBudget: Int { 1_000_000 }
  private static var roundBudget: Int { 100_000 }
  /// After this many passes through the main queue an effect that did nothing waits for something outside.
  static var patience: Int { 8 }

  /// Runs effects until each has ended, waits for the test, sleeps, or waits for something outside.
  func settle() async throws(Exhausted) {
    var budget = Self.jobBudget
    var rounds = Self.roundBudget
    var quiet = 0
    while true {
      if executor.runReady(budget: &budget) { quiet = 0 }
      if budget == 0 || rounds == 0 { throw Exhausted(jobs: Self.jobBudget - budget) }
      if executor.live.isEmpty || (quiet > 0 && isAccountedFor) { return }
      if quiet == Self.patience { return noteOutside() }
      await MainActor.round()
      rounds -= 1
      quiet = executor.jobs.isEmpty ? quiet + 1 : 0
    }
  }

  func settleAndPassTime() async throws(Exhausted) {
    try await settle()
    try await passTime()
  }

  /// Lets tasks that no effect awaits, and that are about to run on the main actor, do so.
  func settleThoroughly() async throws(Exhausted) {
    for _ in 0..<Self.patience {
      await MainActor.round()
      try await settle()
      try await passTime()
    }
  }

  /// Passes through the main queue until a condition holds, some hundred times; the store stays at rest.
  func wait(until condition: () -> Bool) async throws(Exhausted) {
    for _ in 0..<200 {
      if condition() { return }
      await MainActor.round()
      if !executor.jobs.isEmpty { try await settle() }
    }
  }

  private var isAccountedFor: Bool {
    unaccounted.isEmpty
  }

  private func noteOutside() {
    for live in unaccounted { live.isOutside = true }
  }

  /// The effects of which it is not known what they wait for.
  private var unaccounted: [LaneExecutor.LiveLane] {
    let parked = Set(inbox.parked.map { ObjectIdentifier($0.effect) })
    let asleep = clock.sleepingLanes
    return executor.live.values.filter { live in
      !live.isOutside && !parked.contains(ObjectIdentifier(live.effect))
        && !asleep.contains(ObjectIdentifier(live.lane))
    }
  }
}
