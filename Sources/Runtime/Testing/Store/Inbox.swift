import Ratchet

/// Parks the actions that effects send until the test receives them.
@MainActor final class Inbox<Action: Sendable> {
  /// Counts of the parked actions, which determine the phase.
  private var tally = ParkedTally()
  /// In the order in which they were sent; the first is not empty.
  ///
  /// A slice, so that removing the first does not move the others; slots are emptied first, so that
  /// the slice keeps nothing alive. Other empty slots stay until most are empty; otherwise taking
  /// one of 10,000 actions would take time for all of them.
  private var slots: ArraySlice<Slot> = []
  private var emptySlots = 0
  /// The number of actions parked so far.
  private(set) var numbers = 0
  /// The numbers of each effect's parked actions, in order, so that the end of one effect need not
  /// search the actions of 10,000 others. (h-wide)
  private var numbersOfEffects: [ObjectIdentifier: [Int]] = [:]
  /// The actions that a `Store` reduces before anything else; rarely more than one.
  private var urgent: [ParkedAction<Action>] = []
  /// The number of actions parked so far whose order a `Store` would have determined.
  private(set) var arrivals = 0
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

  // A closure: a key path of a generic type is made anew each time, which takes a microsecond.
  var parked: [ParkedAction<Action>] { slots.compactMap { $0.action } }

  /// The first action parked after the one with a number.
  func first(after number: Int) -> ParkedAction<Action>? {
    for slot in slots[position(after: number)...] {
      if let action = slot.action { return action }
    }
    return nil
  }

  /// The action that the test must receive before any other: effects wait for it to start.
  var blocking: ParkedAction<Action>? { urgent.first { $0.moment == .start } }

  /// The action that a `Store` reduces before any other.
  var nextInStore: ParkedAction<Action>? { blocking ?? urgent.first }

  /// The first action that the test may receive next and that satisfies a predicate.
  func firstReceivable(where matches: (Action) -> Bool) -> ParkedAction<Action>? {
    // h-seeds: asked before each job, when usually nothing is parked.
    if isEmpty { return nil }
    if let blocking { return matches(blocking.action) ? blocking : nil }
    for parked in urgent where matches(parked.action) { return parked }
    for slot in slots {
      if let parked = slot.action, matches(parked.action) { return parked }
    }
    return nil
  }

  /// The actions from which the schedule chooses the next to reduce, of those that satisfy a
  /// predicate: all that came back through the main queue, up to the first that did not.
  ///
  /// A `Store` would have reduced that one before anything that came after it.
  func choices(where matches: (Action) -> Bool) -> [ParkedAction<Action>] {
    if isUrgent { return firstReceivable(where: matches).map { [$0] } ?? [] }
    var choices: [ParkedAction<Action>] = []
    for case let parked? in slots.lazy.map({ $0.action }) where matches(parked.action) {
      choices.append(parked)
      if parked.moment != .returned { break }
    }
    return choices
  }

  /// Whether the test continues before effects run, so that a parked action can be reduced.
  var claim: TestClaim {
    switch phase {
    case .empty: .none
    case .parked where tally.areAllReturned: .possible
    case .parked, .following, .starting: .due
    }
  }

  /// The same for actions that satisfy a predicate.
  func claim(where matches: (Action) -> Bool) -> TestClaim {
    guard let first = firstReceivable(where: matches) else { return .none }
    return first.moment == .returned ? .possible : .due
  }

  func holdsAny(from effect: ObjectIdentifier) -> Bool {
    !isEmpty && numbersOfEffects[effect] != nil
  }

  func holds(_ action: ParkedAction<Action>) -> Bool { index(of: action) != nil }

  /// Whether one of the first `number` actions is still parked.
  func holdsAny(upTo number: Int) -> Bool {
    // The first slot is not empty.
    slots.first.map { $0.number <= number } ?? false
  }

  private func index(of action: ParkedAction<Action>) -> Int? {
    let index = position(after: action.number - 1)
    return index < slots.endIndex && slots[index].action?.signal === action.signal ? index : nil
  }

  /// The index of the first slot after those up to a number, by binary search.
  private func position(after number: Int) -> Int {
    var low = slots.startIndex
    var high = slots.endIndex
    while low < high {
      let middle = (low + high) / 2
      if slots[middle].number <= number { low = middle + 1 } else { high = middle }
    }
    return low
  }

  // MARK: - Changing

  func park(_ action: Action, from effect: RunningEffect) -> any DeliverySignal {
    numbers += 1
    let parked = ParkedAction(
      action: action, effect: effect, signal: LaneSignal(), lane: Lane.current,
      moment: effect.isSend ? .start : executor.moment, number: numbers)
    executor.recordParked()
    slots.append(Slot(number: numbers, action: parked))
    numbersOfEffects[ObjectIdentifier(effect), default: []].append(numbers)
    if parked.moment != .returned { arrivals += 1 }
    if parked.moment.isUrgent { urgent.append(parked) }
    tally.change(parked.moment, by: 1)
    return parked.signal
  }

  /// Removes an action, whose sender keeps waiting.
  func take(_ action: ParkedAction<Action>) {
    guard let index = index(of: action) else { return }
    slots[index].action = nil
    emptySlots += 1
    removeEmptySlots()
    let effect = ObjectIdentifier(action.effect)
    numbersOfEffects[effect]?.removeAll { $0 == action.number }
    if numbersOfEffects[effect]?.isEmpty == true { numbersOfEffects[effect] = nil }
    if isUrgent { urgent.removeAll { $0.signal === action.signal } }
    tally.change(action.moment, by: -1)
  }

  /// Removes empty slots at the front, and the others if most are empty.
  private func removeEmptySlots() {
    while let first = slots.first, first.action == nil {
      slots = slots.dropFirst()
      emptySlots -= 1
    }
    guard emptySlots > slots.count / 2 else { return }
    slots.removeAll { $0.action == nil }
    emptySlots = 0
  }

  /// Drops what an effect sent and resumes its senders.
  func drop(from effect: RunningEffect) -> [ParkedAction<Action>] {
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
  private struct Slot {
    let number: Int
    var action: ParkedAction<Action>?
  }
}

/// What the parked actions allow to happen before the test receives one.
enum ParkedPhase {
  /// No action is parked: effects run and time passes. Any action that is parked ends this phase.
  case empty
  /// Parked actions may be received in any order: effects run, time stands still. Becomes
  /// `following` or `starting` when an action of that moment is parked, and `empty` when the last
  /// one is taken.
  case parked
  /// A parked action is one that a `Store` reduces right after another: no job runs. Becomes
  /// `starting` when an action of that moment is parked, `parked` or `empty` when it is taken.
  case following
  /// A parked action was sent while its effect started: no job runs, and no effect starts. Becomes
  /// one of the others when the last of its kind is taken.
  case starting
}

/// The number of parked actions by the moment in which they were sent.
///
/// Duplicates what the lists of the inbox know, without their generic types, which are slow to look
/// up: the phase is read for each job (h-poll: 4 %).
private struct ParkedTally {
  private var all = 0
  private var starting = 0
  private var following = 0
  private var returned = 0

  var areAllReturned: Bool { returned == all }

  var phase: ParkedPhase {
    if starting > 0 { return .starting }
    if following > 0 { return .following }
    return all > 0 ? .parked : .empty
  }

  mutating func change(_ moment: SendMoment, by change: Int) {
    all += change
    switch moment {
    case .start: starting += change
    case .following: following += change
    case .returned: returned += change
    case .resumed: break
    }
  }
}

/// An action that an effect sent and the test has not received yet.
struct ParkedAction<Action: Sendable> {
  let action: Action
  let effect: RunningEffect
  /// Resumes the sender.
  let signal: LaneSignal
  let lane: Lane?
  let moment: SendMoment
  /// The number of actions parked so far, including this one.
  let number: Int
}

/// When an effect sent an action, which decides what may be reduced before it.
enum SendMoment {
  /// While its effect started: a `Store` reduces it before another effect starts.
  case start
  /// Right after the previous action of the same task: a `Store` reduces nothing in between.
  case following
  /// After the schedule resumed its task: other actions may come before it, if the schedule resumes
  /// their tasks first.
  case resumed
  /// After its task came back through the main queue, where the schedule has no choice. So it
  /// chooses now: other tasks may run before the action is reduced, as if they had come back first.
  case returned

  /// Whether a `Store` reduces the action before any job runs.
  var isUrgent: Bool { self == .start || self == .following }
}
