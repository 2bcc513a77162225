import Ratchet

/// Takes what effects send and keeps it until the test receives it.
@MainActor final class Inbox<Action: Sendable> {
  /// In the order in which they were sent.
  ///
  /// A slice, so that the first is taken out without moving the others; its slot is emptied first, so that the slice
  /// does not keep it alive.
  private var slots: ArraySlice<ParkedAction<Action>?> = []
  /// How many actions each effect has in here.
  private var counts: [ObjectIdentifier: Int] = [:]
  /// Those that a `Store` reduces before anything else; rarely more than one.
  private var urgent: [ParkedAction<Action>] = []
  /// Whether there are any; kept apart, because it is asked for each job, and generic types are slow to look up.
  private(set) var isUrgent = false
  /// Whether starting effects has to wait for an action to be received.
  private(set) var isStalled = false
  private unowned let executor: LaneExecutor

  init(executor: LaneExecutor) {
    self.executor = executor
  }

  var isEmpty: Bool { slots.isEmpty }

  var count: Int { slots.count }

  func parked(at position: Int) -> ParkedAction<Action>? { slots[slots.startIndex + position] }

  var parked: [ParkedAction<Action>] { slots.compactMap(\.self) }

  /// The action that the test must receive before any other: effects wait for it to start.
  var blocking: ParkedAction<Action>? { urgent.first { $0.moment == .start } }

  /// The action that a `Store` reduces before any other.
  var nextInStore: ParkedAction<Action>? { blocking ?? urgent.first }

  /// The first action that the test may receive next and that a condition holds for.
  func firstReceivable(where matches: (Action) -> Bool) -> ParkedAction<Action>? {
    if let blocking { return matches(blocking.action) ? blocking : nil }
    for parked in urgent where matches(parked.action) { return parked }
    for slot in slots {
      if let slot, matches(slot.action) { return slot }
    }
    return nil
  }

  func holdsAny(from effect: ObjectIdentifier) -> Bool { counts[effect] != nil }

  func holds(_ action: ParkedAction<Action>) -> Bool { index(of: action) != nil }

  func park(_ action: Action, from effect: RunningEffect) -> any DeliverySignal {
    let parked = ParkedAction(
      action: action, effect: effect, signal: LaneSignal(), lane: Lane.current,
      moment: effect.isSend ? .start : executor.moment)
    slots.append(parked)
    counts[ObjectIdentifier(effect), default: 0] += 1
    if parked.moment != .resumed {
      urgent.append(parked)
      noteUrgent()
    }
    return parked.signal
  }

  /// Takes out an action, whose sender still waits.
  func take(_ action: ParkedAction<Action>) {
    guard let index = index(of: action) else { return }
    if index == slots.startIndex {
      slots[index] = nil
      slots = slots.dropFirst()
    } else {
      slots.remove(at: index)
    }
    let effect = ObjectIdentifier(action.effect)
    let count = (counts[effect] ?? 0) - 1
    counts[effect] = count > 0 ? count : nil
    if isUrgent {
      urgent.removeAll { $0.signal === action.signal }
      noteUrgent()
    }
  }

  /// Drops what an effect sent, and resumes those who sent it.
  func drop(from effect: RunningEffect) -> [ParkedAction<Action>] {
    guard let count = counts[ObjectIdentifier(effect)] else { return [] }
    let dropped = Array(slots.lazy.compactMap { $0 }.filter { $0.effect === effect }.prefix(count))
    for action in dropped {
      take(action)
      action.signal.open()
    }
    return dropped
  }

  private func noteUrgent() {
    isUrgent = !urgent.isEmpty
    isStalled = blocking != nil
  }

  private func index(of action: ParkedAction<Action>) -> Int? {
    slots.firstIndex { $0?.signal === action.signal }
  }
}
