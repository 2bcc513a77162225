import Ratchet

extension TestRun {
  /// The effects in flight, each with what it waits for, a line each.
  var waiting: [String] {
    let parked = Dictionary(grouping: inbox.parked) { ObjectIdentifier($0.effect) }
    let asleep = Dictionary(grouping: clock.sleeping) { $0.lane?.effect }
    return core.inFlight.live.map { effect in
      let id = ObjectIdentifier(effect)
      let wait = wait(
        of: effect, sent: parked[id]?.map(\.action) ?? [], until: asleep[id]?.first?.deadline)
      return "\(core.inFlight.describe(effect)): \(wait)"
    }
  }

  /// Whether an effect waits for something that the store does not control.
  var isAnyOutside: Bool {
    executor.live.values.contains {
      core.inFlight.isLive($0.effect) && !inbox.holdsAny(from: $0.lane.effect)
        && !clock.isAsleep($0.lane) && !isHeldUp($0.lane)
    }
  }

  /// Whether an effect would go on by itself, if it were let.
  private func isHeldUp(_ lane: Lane) -> Bool {
    executor.jobs.isReady(lane) || executor.isUnaccounted(lane)
  }

  private func wait(of effect: RunningEffect, sent: [Action], until deadline: Duration?) -> String {
    if !sent.isEmpty {
      return "sent " + sent.map { "\($0)" }.joined(separator: ", ") + ", not received"
    }
    if let deadline { return "sleeps until \(deadline), in \(deadline - clock.now.offset)" }
    guard let live = executor.live[ObjectIdentifier(effect)] else {
      return "has not started, because an action that was sent before has not been received"
    }
    if isHeldUp(live.lane) {
      return inbox.isUrgent
        ? "goes on when an action that was sent before has been received" : "has not come to rest"
    }
    let held = executor.jobs.heldCount(of: live.lane) > 0
    return "waits for something outside of the test store"
      + (held ? ", which has come, but is held back" : "")
  }
}
