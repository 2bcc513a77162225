@testable import Ratchet
@testable import RatchetTesting

// Checks the references between what a test store has parked, can run, and has put to sleep, after
// each step of a test.

extension TestStore {
  /// Returns the first reference found that another one contradicts, or `nil`.
  ///
  /// Do not call in a step of the test.
  func brokenInvariant() -> String? {
    run.inbox.brokenInvariant() ?? run.executor.brokenInvariant()
      ?? run.clock.brokenInvariant(run.executor.live.values.map(\.lane))
  }
}

extension Inbox {
  fileprivate func brokenInvariant() -> String? {
    for (slot, next) in zip(slots, slots.dropFirst()) where slot.number >= next.number {
      return "\(next.number) is parked behind \(slot.number)"
    }
    for slot in slots where slot.action.map({ $0.number != slot.number }) ?? false {
      return "\(slot.action?.number ?? 0) is in the slot of \(slot.number)"
    }
    let empty = slots.indices.filter { slots[$0].action == nil }
    if emptySlots != empty.count { return "\(emptySlots), not \(empty.count), slots are empty" }
    if first != slots.firstIndex(where: { $0.action != nil }) ?? slots.count {
      return "\(first) is not the first in use"
    }
    let numbers = Dictionary(grouping: parked) { ObjectIdentifier($0.effect) }
      .mapValues { $0.map(\.number) }
    if numbersOfEffects != numbers { return "\(numbersOfEffects), not \(numbers), are parked" }
    let urgent = parked.filter(\.moment.isUrgent).map(\.number)
    if self.urgent.map(\.number) != urgent { return "\(urgent) are urgent" }
    var tally = ParkedTally()
    for action in parked { tally.change(action.moment, by: 1) }
    if self.tally != tally { return "\(self.tally) instead of \(tally)" }
    return parked.contains { $0.effect.outcome == .cancelled } ? "one is cancelled" : nil
  }
}

extension LaneExecutor {
  fileprivate func brokenInvariant() -> String? {
    let ready = jobs.ready
    if ready.slots[..<ready.first].contains(where: { $0 != nil }) { return "a taken job is left" }
    if ready.slots[ready.first...].contains(where: { $0 == nil }) { return "a job is lost" }
    let kinds = Dictionary(grouping: ready.all, by: \.kind).mapValues(\.count)
    if ready.counts.contains(where: { kinds[$0, default: 0] != $1 }) { return "\(ready.counts)" }
    for (id, live) in live {
      let lane = live.lane
      if lane.effect != id || ObjectIdentifier(live.effect) != id { return "\(lane.label) moved" }
      if lane.readyJobs != ready.all.count(where: { $0.lane === lane }) {
        return "\(lane.label) has \(lane.readyJobs) ready jobs"
      }
      if lane.phase == .ended { return "\(lane.label) has ended and is live" }
      if lane.phase == .unsettled, !unsettled.contains(where: { $0 === lane }) {
        return "\(lane.label) never settles"
      }
    }
    return tokens.current < live.count ? "\(tokens.current) tokens" : nil
  }
}

extension TestClock {
  fileprivate func brokenInvariant(_ lanes: [Lane]) -> String? {
    let deadlines = sleeping.map(\.deadline)
    if deadlines != deadlines.sorted() { return "sleepers are not sorted" }
    if let first = deadlines.first, first <= now.offset { return "a sleeper is overdue" }
    for lane in lanes where lane.sleeps != sleeping.count(where: { $0.lane === lane }) {
      return "\(lane.label) sleeps \(lane.sleeps) times"
    }
    return nil
  }
}
