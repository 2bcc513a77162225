import Ratchet

/// Parks the actions that effects send in a test store: each action waits here, and the effect's
/// `send` suspends, until the test receives the action.
///
/// Used by `TestRun`, the machinery of a test store. Owns the parked actions, in the order in which
/// they were sent. Do not take an action without opening its signal later: the sender would wait
/// forever.
///
/// A `Store` would have reduced some of these actions at once, before any *job* (a piece of an
/// effect's task) runs: these are *urgent*. So a parked action records the moment in which it was
/// sent (`SendMoment`): while its effect started, right after another action of the same task (both
/// are urgent), or after its task was resumed. The moments determine the phase (`ParkedPhase`):
/// whether effects may run, and whether time may pass, before the test receives an action.
@MainActor final class Inbox {
  /// Counts of the parked actions, which determine the phase.
  private(set) var tally = ParkedTally()
  /// The parked actions, in the order in which they were sent; taking an action empties its slot.
  ///
  /// Empty slots stay until most are empty; if each were removed at once, taking one of 10,000
  /// actions would take time for all of them.
  private(set) var slots: [Slot] = []
  /// The number of empty slots.
  private(set) var emptySlots = 0
  /// The index of the first slot that is not empty, or the end.
  private(set) var first = 0
  /// The number of the action that was parked last; actions are numbered from 1.
  private(set) var lastNumber = 0
  /// The numbers of each effect's parked actions, in order, so that the end of one effect need not
  /// search the actions of 10,000 others.
  private(set) var numbersOfEffects: [ObjectIdentifier: [Int]] = [:]
  /// The parked actions that a `Store` reduces before any job runs; rarely more than one.
  private(set) var urgent: [ParkedAction] = []
  /// Runs the effects, and counts each parked action as a visible result of the job that sent it.
  private unowned let executor: LaneExecutor

  init(executor: LaneExecutor) {
    self.executor = executor
  }

  var phase: ParkedPhase { tally.phase }

  var isEmpty: Bool { phase == .empty }

  /// Whether a `Store` reduces a parked action before any job runs.
  var isUrgent: Bool { phase == .starting || phase == .following }

  /// Whether a `Store` reduces a parked action before any effect starts.
  var blocksStarts: Bool { phase == .starting }

  // MARK: - Queries

  var count: Int { slots.count - emptySlots }

  var parked: [ParkedAction] { slots.compactMap(\.action) }

  /// The action that the test must receive before any other, because no effect starts before that.
  var blocking: ParkedAction? { urgent.first { $0.moment == .start } }

  /// The action that a `Store` reduces before any job runs.
  var nextUrgent: ParkedAction? { blocking ?? urgent.first }

  /// The first action that the test may receive next and that satisfies a predicate.
  func firstReceivable(where matches: (ParkedAction) -> Bool) -> ParkedAction? {
    // Called before each job, when usually nothing is parked.
    if isEmpty { return nil }
    if let blocking { return matches(blocking) ? blocking : nil }
    // A `Store` would reduce the urgent actions before the others.
    for parked in urgent where matches(parked) { return parked }
    for slot in slots[first...] {
      if let parked = slot.action, matches(parked) { return parked }
    }
    return nil
  }

  /// `due` if an action is parked, so that the test continues and receives it before effects run;
  /// otherwise `none`.
  var claim: TestClaim { isEmpty ? .none : .due }

  /// `due` if the test may receive an action that satisfies a predicate; otherwise `none`.
  func claim(where matches: (ParkedAction) -> Bool) -> TestClaim {
    firstReceivable(where: matches) == nil ? .none : .due
  }

  /// Whether an action of an effect is parked.
  func holdsAny(from effect: ObjectIdentifier) -> Bool {
    !isEmpty && numbersOfEffects[effect] != nil
  }

  func holds(_ action: ParkedAction) -> Bool { index(of: action) != nil }

  /// Whether an action with this number or a smaller one is still parked.
  func holdsAny(upTo number: Int) -> Bool {
    first < slots.count && slots[first].number <= number
  }

  private func index(of action: ParkedAction) -> Int? {
    let index = position(after: action.number - 1)
    return index < slots.endIndex && slots[index].action === action ? index : nil
  }

  /// The index of the first slot with a greater number, by binary search: numbers grow from slot to
  /// slot.
  private func position(after number: Int) -> Int {
    var low = first
    var high = slots.count
    while low < high {
      let middle = (low + high) / 2
      if slots[middle].number <= number { low = middle + 1 } else { high = middle }
    }
    return low
  }

  // MARK: - Changing

  /// Adds an action that an effect has sent, with the next number.
  func park(_ parked: ParkedAction) {
    lastNumber += 1
    parked.number = lastNumber
    executor.recordParked()
    slots.append(Slot(number: lastNumber, action: parked))
    numbersOfEffects[ObjectIdentifier(parked.effect), default: []].append(lastNumber)
    if parked.moment.isUrgent { urgent.append(parked) }
    tally.change(parked.moment, by: 1)
  }

  /// Removes an action; its sender stays suspended until the caller opens the action's signal.
  func take(_ action: ParkedAction) {
    guard let index = index(of: action) else { return }
    slots[index].action = nil
    emptySlots += 1
    removeEmptySlots()
    let effect = ObjectIdentifier(action.effect)
    let others = numbersOfEffects.removeValue(forKey: effect)?.filter { $0 != action.number }
    if let others, !others.isEmpty { numbersOfEffects[effect] = others }
    // `urgent` is empty unless the phase, which still counts this action, is an urgent one.
    if isUrgent { urgent.removeAll { $0 === action } }
    tally.change(action.moment, by: -1)
  }

  /// Removes empty slots if most are empty.
  private func removeEmptySlots() {
    while first < slots.count, slots[first].action == nil { first += 1 }
    guard emptySlots > slots.count / 2 else { return }
    slots.removeAll { $0.action == nil }
    emptySlots = 0
    first = 0
  }

  /// Removes and returns the parked actions of a cancelled effect, and resumes their senders.
  func drop(from effect: RunningEffect) -> [ParkedAction] {
    guard let numbers = numbersOfEffects[ObjectIdentifier(effect)] else { return [] }
    let dropped = numbers.compactMap { slots[position(after: $0 - 1)].action }
    for action in dropped {
      take(action)
      action.signal.open()
    }
    return dropped
  }
}

extension Inbox {
  /// The slot of an action, which is empty once the action is taken.
  struct Slot {
    let number: Int
    var action: ParkedAction?
  }
}
