// What a test store asks before time passes, and tells when it has passed.
extension LaneExecutor {
  /// Wakes sleepers whose deadline has come.
  func wake(_ sleepers: [TestClock.Sleeper]) {
    for sleeper in sleepers { sleeper.wake() }
    if !isInOrder { awake += sleepers.compactMap(\.lane) }
  }

  /// Whether time must not pass yet: an effect may be about to sleep, has child tasks that may, or
  /// has not settled since time has woken it.
  func holdsTime(_ isKnown: (Lane) -> Bool) -> Bool {
    while let lane = awake.last, lane.phase == .ended || (!jobs.isReady(lane) && isKnown(lane)) {
      awake.removeLast()
    }
    return isTurnDue || !awake.isEmpty || turn?.isOfChild == true || jobs.ready.hasAny(.leaving)
      || jobs.ready.hasAny(.child)
  }

  /// The lanes of effects that have not settled; `isKnown` says whether it is known what an effect
  /// waits for.
  func busy(_ isKnown: (Lane) -> Bool) -> [Lane] {
    if isInOrder { return [] }
    return jobs.ready.all.map(\.lane)
      + unsettled.filter { $0.phase == .unsettled && !isKnown($0) }
  }

  /// Whether a job is ready, or it is unknown what an effect waits for.
  var isAnyUnsettled: Bool { !jobs.isEmpty || unsettled.contains { $0.phase == .unsettled } }

  /// The number of ended effects with an orphaned task, one that has not ended; child tasks do not
  /// count, because effects await them.
  var orphanCount: Int { max(0, tokens.current - live.count) }
}
