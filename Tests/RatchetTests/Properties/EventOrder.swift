import RatchetTesting

/// Checks each event of a store that runs a program against the order that `StoreObserver`
/// documents.
@MainActor final class EventOrder: StoreObserver {
  typealias State = ProgramParent.State
  typealias Action = ProgramParent.Action

  private struct Live {
    /// What the effect has sent and was neither reduced nor dropped yet.
    var sent: [Action] = []
    var hasEnded = false
  }

  /// The rules that an event has broken, with the event.
  private(set) var violations: [String] = []
  private(set) var dropped = 0
  private(set) var hasEnded = false
  /// Actions that wait, in the order in which they came.
  private var queue: [Action] = []
  private var reducing: Action?
  private var state: State?
  private var effects: [Int: Live] = [:]

  /// Effects that were started and did not end.
  var liveCount: Int { effects.values.count { !$0.hasEnded } }

  /// Actions that effects have sent, and that were neither reduced nor dropped.
  var unreducedCount: Int { effects.values.reduce(0) { $0 + $1.sent.count } }

  func begin(_ state: State) {
    self.state = state
  }

  func observe(_ event: StoreEvent<State, Action>) {
    if let violation = violation(by: event) { violations.append("\(violation): \(event)") }
  }

  func end() {
    if hasEnded { violations.append("the end came twice") }
    hasEnded = true
  }

  private func violation(by event: StoreEvent<State, Action>) -> String? {
    if hasEnded { return "after the end" }
    switch event {
    case .queued(let action, _, let count):
      queue.append(action)
      return count == queue.count ? nil : "not the number that waits, which is \(queue.count)"
    case .received(let action, let source):
      if reducing != nil { return "inside of another reduction" }
      reducing = action
      if !queue.isEmpty, queue.removeFirst() != action { return "not the first in the queue" }
      return take(action, from: source)
    case .reduced(let action, _, let before, let after, _):
      defer { (reducing, state) = (nil, after) }
      if action != reducing { return "not the action that was received" }
      return before == state ? nil : "not the state that the last action left"
    case .dropped(let action, let source, let reason):
      dropped += 1
      if queue.first == action { queue.removeFirst() }
      return reason == .senderEnded ? nil : take(action, from: source)
    default: return reducing == nil ? violation(byEffect: event) : "while an action is reduced"
    }
  }

  private func violation(byEffect event: StoreEvent<State, Action>) -> String? {
    switch event {
    case .effectStarted(let effect):
      if effects[effect.id] != nil { return "started twice" }
      effects[effect.id] = Live()
      return nil
    case .effectSent(let effect, let action):
      guard effects[effect.id]?.hasEnded == false else { return "not in flight" }
      effects[effect.id]?.sent.append(action)
      return nil
    case .effectFinished(let effect), .effectFailed(let effect, _):
      return end(effect, hasStarted: true)
    case .effectCancelled(let effect, let cancellation):
      return end(effect, hasStarted: cancellation.hasStarted)
    default: return "not expected"
    }
  }

  private func end(_ effect: EffectDescription, hasStarted: Bool) -> String? {
    let live = effects[effect.id]
    effects[effect.id, default: Live()].hasEnded = true
    if (live != nil) != hasStarted { return hasStarted ? "was not started" : "was started" }
    return live?.hasEnded == true ? "ended before" : nil
  }

  /// Takes the first action that an effect has sent and that was not taken yet.
  private func take(_ action: Action, from source: ActionSource) -> String? {
    guard case .effect(let effect) = source else { return nil }
    guard effects[effect.id]?.sent.first == action else { return "not what it sent first" }
    effects[effect.id]?.sent.removeFirst()
    return nil
  }
}
