// Says whether time may pass on the clock of a test store, and wakes the sleepers when it has.
//
// A *lane* is the executor of one effect; a *job* is a piece of an effect that runs without
// suspending. An effect is *settled* if it is known what the effect waits for; `isKnown` says so.
extension LaneExecutor {
  /// Wakes sleepers whose deadline has come.
  func wake(_ sleepers: [TestClock.Sleeper]) {
    for sleeper in sleepers { sleeper.wake() }
    // In order, no time passes before all effects have settled, so `awake` is not needed.
    if !isInOrder { awake += sleepers.compactMap(\.lane) }
  }

  /// Whether time must not pass yet, to keep the deadlines of sleeps in order.
  ///
  /// That is so if an effect may be about to sleep (a turn is due, or a job is `leaving`), if a
  /// child task may be (it may be returning through `turn`, or has a job), or if an effect that
  /// time has woken has not settled since (`awake`).
  func holdsTime(_ isKnown: (Lane) -> Bool) -> Bool {
    // Removes settled lanes only from the end: one lane that has not settled is enough.
    while let lane = awake.last, lane.phase == .ended || (!jobs.isReady(lane) && isKnown(lane)) {
      awake.removeLast()
    }
    return isTurnDue || !awake.isEmpty || turn?.isOfChild == true || jobs.ready.hasAny(.leaving)
      || jobs.ready.hasAny(.child)
  }

  /// The lanes of effects that can run or have not settled; empty with the schedule `inOrder`,
  /// which lets no time pass before all have settled.
  func busy(_ isKnown: (Lane) -> Bool) -> [Lane] {
    if isInOrder { return [] }
    return jobs.ready.all.map(\.lane)
      + unsettled.filter { $0.phase == .unsettled && !isKnown($0) }
  }

  /// Whether a job is ready, or an effect has not settled.
  var isAnyUnsettled: Bool { !jobs.isEmpty || unsettled.contains { $0.phase == .unsettled } }

  /// The number of ended effects with an orphaned task, one that has not ended; child tasks do not
  /// count, because effects await them.
  var orphanCount: Int { max(0, tokens.current - live.count) }
}
