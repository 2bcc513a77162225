import Ratchet

extension TestRun {
  /// The effects in flight, each with what it waits for.
  ///
  /// Not an `Effect.send` whose action the test can receive: that is listed among the actions.
  var inFlightList: InFlightList {
    let parked = Dictionary(grouping: inbox.parked) { ObjectIdentifier($0.effect) }
    let asleep = Dictionary(grouping: clock.sleeping) { $0.lane?.effect }
    return InFlightList(
      entries: core.registry.live.compactMap { effect in
        let id = ObjectIdentifier(effect)
        let sent = parked[id]?.map { ValueLine.text($0.action) } ?? []
        if effect.isSend, !sent.isEmpty { return nil }
        let wait = wait(of: effect, sent: sent, until: asleep[id]?.first?.deadline)
        return InFlightList.Entry(effect: core.registry.describe(effect), wait: wait)
      })
  }

  /// Whether an effect would go on by itself, if it were let.
  func canStillRun(_ lane: Lane) -> Bool {
    executor.jobs.isReady(lane) || executor.isUnsettled(lane)
  }

  private func wait(
    of effect: RunningEffect, sent: [String], until deadline: Duration?
  ) -> EffectWait {
    if !sent.isEmpty { return .received(sent) }
    if let deadline { return .clock(until: deadline, in: deadline - clock.now.offset) }
    guard let live = executor.live[ObjectIdentifier(effect)] else {
      return .start(sent: effect.sentAction.map { ValueLine.text($0) })
    }
    if canStillRun(live.lane) { return inbox.isUrgent ? .turn : .rest }
    return .outside(isHeld: executor.jobs.heldCount(of: live.lane) > 0)
  }
}
