import Ratchet

/// Parks the actions that effects send in a test store: each action waits here, and the effect's
/// `send` suspends, until the test receives the action.
///
/// Used by `TestRun`, the machinery of a test store. Owns the parked actions, in the order in which
/// they were sent. Do not take an action without opening its signal later: the sender would wait
/// forever.
///
/// A `Store` would have reduced some of these actions at once. So a parked action records the
/// *moment* in which it was sent, and the moments determine the *phase*: what may happen before the
/// test receives an action.
@MainActor final class Inbox {
  /// Counts of the parked actions, which determine the phase.
  private var tally = ParkedTally()
  /// The parked actions, in the order in which they were sent; taking an action empties its slot.
  ///
  /// Empty slots stay until most are empty; otherwise taking one of 10,000 actions would take time
  /// for all of them.
  private var slots: [Slot] = []
  private var emptySlots = 0
  /// The index of the first slot that is not empty, or the end.
  private var first = 0
  /// The number of actions parked so far.
  private(set) var numbers = 0
  /// The numbers of each effect's parked actions, in order, so that the end of one effect need not
  /// search the actions of 10,000 others.
  private var numbersOfEffects: [ObjectIdentifier: [Int]] = [:]
  /// The parked actions that a `Store` reduces before any job runs; rarely more than one.
  private var urgent: [ParkedAction] = []
  /// The number of actions parked so far, without those of the moment `returned`, which a schedule
  /// may still postpone.
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

  var parked: [ParkedAction] { slots.compactMap(\.action) }

  /// The first action parked after the action with this number.
  func first(after number: Int) -> ParkedAction? {
    for slot in slots[position(after: number)...] {
      if let action = slot.action { return action }
    }
    return nil
  }

  /// The action that the test must receive before any other, because no effect starts before that.
  var blocking: ParkedAction? { urgent.first { $0.moment == .start } }

  /// The action that a `Store` reduces before any other.
  var nextInStore: ParkedAction? { blocking ?? urgent.first }

  /// The first action that the test may receive next and that satisfies a predicate.
  func firstReceivable(where matches: (ParkedAction) -> Bool) -> ParkedAction? {
    // Called before each job, when usually nothing is parked.
    if isEmpty { return nil }
    if let blocking { return matches(blocking) ? blocking : nil }
    for parked in urgent where matches(parked) { return parked }
    for slot in slots[first...] {
      if let parked = slot.action, matches(parked) { return parked }
    }
    return nil
  }

  /// Those actions that satisfy a predicate and from which the schedule chooses the next to reduce.
  ///
  /// These are the actions of the moment `returned`, up to and including the first action of
  /// another moment: a `Store` would have reduced that action before all that were sent later.
  func choices(where matches: (ParkedAction) -> Bool) -> [ParkedAction] {
    if isUrgent { return firstReceivable(where: matches).map { [$0] } ?? [] }
    var choices: [ParkedAction] = []
    for case let parked? in slots[first...].lazy.map(\.action) where matches(parked) {
      choices.append(parked)
      if parked.moment != .returned { break }
    }
    return choices
  }

  /// Whether the test continues before effects run, in order to reduce a parked action.
  var claim: TestClaim {
    switch phase {
    case .empty: .none
    case .parked where tally.areAllReturned: .possible
    case .parked, .following, .starting: .due
    }
  }

  /// Whether the test continues before effects run, in order to reduce a parked action that
  /// satisfies a predicate.
  func claim(where matches: (ParkedAction) -> Bool) -> TestClaim {
    guard let first = firstReceivable(where: matches) else { return .none }
    return first.moment == .returned ? .possible : .due
  }

  func holdsAny(from effect: ObjectIdentifier) -> Bool {
    !isEmpty && numbersOfEffects[effect] != nil
  }

  func holds(_ action: ParkedAction) -> Bool { index(of: action) != nil }

  /// Whether one of the first `number` actions is still parked.
  func holdsAny(upTo number: Int) -> Bool {
    first < slots.count && slots[first].number <= number
  }

  private func index(of action: ParkedAction) -> Int? {
    let index = position(after: action.number - 1)
    return index < slots.endIndex && slots[index].action === action ? index : nil
  }

  /// The index of the first slot with a greater number, by binary search.
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

  func park(_ parked: ParkedAction) {
    numbers += 1
    parked.number = numbers
    executor.recordParked()
    slots.append(Slot(number: numbers, action: parked))
    numbersOfEffects[ObjectIdentifier(parked.effect), default: []].append(numbers)
    if parked.moment != .returned { arrivals += 1 }
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
  private struct Slot {
    let number: Int
    var action: ParkedAction?
  }
}

/// What the parked actions allow to happen before the test receives one.
enum ParkedPhase {
  /// No action is parked: effects run and time passes. Ends when an action is parked.
  case empty
  /// Parked actions may be received in any order: effects run, time stands still. Becomes
  /// `following` or `starting` when an action of such a moment is parked, and `empty` when the last
  /// action is taken.
  case parked
  /// A `Store` reduces one of the parked actions right after another action: no job runs. Becomes
  /// `starting` when an action of the moment `start` is parked, `parked` or `empty` when the last
  /// action of the moment `following` is taken.
  case following
  /// A parked action was sent while its effect started: no job runs, and no effect starts. Becomes
  /// one of the other phases when the last such action is taken.
  case starting
}

/// Counts the parked actions by the moment in which they were sent.
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
///
/// Only the subclass has the type of the action. Otherwise the inbox would be generic, and would
/// look up types at run time.
@MainActor class ParkedAction {
  let effect: RunningEffect
  /// Resumes the sender.
  let signal = LaneSignal()
  let lane: Lane?
  let moment: SendMoment
  /// The number of actions parked so far, including this one.
  fileprivate(set) var number = 0

  init(from effect: RunningEffect, _ moment: SendMoment) {
    self.effect = effect
    self.moment = moment
    lane = Lane.current
  }

  /// The action, for traces and failures.
  var value: any Sendable {
    preconditionFailure("ParkedActionOf, the only subclass, overrides this property.")
  }
}

/// A parked action with its type.
@MainActor final class ParkedActionOf<Action: Sendable>: ParkedAction {
  let action: Action

  init(_ action: Action, from effect: RunningEffect, _ moment: SendMoment) {
    self.action = action
    super.init(from: effect, moment)
  }

  override var value: any Sendable { action }
}

/// When an effect sent an action, which decides what may be reduced before it.
enum SendMoment {
  /// While its effect started: a `Store` reduces it before another effect starts.
  case start
  /// Right after the previous action of the same task: a `Store` reduces nothing in between.
  case following
  /// After the schedule resumed its task. Other actions come before it if the schedule resumes
  /// their tasks first.
  case resumed
  /// After its task came back through the main queue, in an order that no schedule can choose. The
  /// schedule chooses now instead: it may run other tasks before the action is reduced, as if those
  /// tasks had come back first.
  case returned

  /// Whether a `Store` reduces the action before any job runs.
  var isUrgent: Bool { self == .start || self == .following }
}
