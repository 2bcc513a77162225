import Ratchet
import RatchetDependencies

/// What is kept of one step.
struct HistoryEntry<Action> {
  let action: Action
  let draws: [DrawTape.Answer]
  /// The digest of the state after it, if that is encodable.
  let digest: StateDigest?
}

/// The steps of a history, and some of their states.
struct HistoryLine<State, Action: Sendable> {
  /// The steps of which the state can be computed.
  private(set) var steps = 0...0
  /// What is kept of each step but the first.
  private var entries: [HistoryEntry<Action>] = []
  private var states: [Int: State] = [:]

  func entry(_ step: Int) -> HistoryEntry<Action>? {
    let index = step - steps.lowerBound - 1
    return entries.indices.contains(index) ? entries[index] : nil
  }

  /// The last state that was kept before a step, and what leads from it to that step.
  func start(of step: Int) -> (State, ArraySlice<HistoryEntry<Action>>)? {
    var kept = step
    while kept >= steps.lowerBound {
      if let state = states[kept] {
        return (state, entries[(kept - steps.lowerBound)..<(step - steps.lowerBound)])
      }
      kept -= 1
    }
    return nil
  }

  /// Has a state after a step, and forgets the steps after it.
  mutating func goOn(from state: State, after step: Int) {
    entries.removeLast(steps.upperBound - step)
    states = states.filter { $0.key < step }
    states[step] = state
    steps = steps.lowerBound...step
  }

  mutating func append(_ entry: HistoryEntry<Action>, _ state: State, every interval: Int) {
    entries.append(entry)
    steps = steps.lowerBound...(steps.upperBound + 1)
    if steps.upperBound % interval == 0 { states[steps.upperBound] = state }
  }

  /// Forgets the first steps, up to one whose state is kept.
  mutating func forget(beyond limit: Int, every interval: Int) {
    // Many at a time, since the others are moved.
    guard steps.count - 1 > limit, steps.count - 1 - limit >= interval || limit < interval else {
      return
    }
    let earliest = steps.upperBound - limit
    guard let first = states.keys.filter({ $0 <= earliest }).max(), first > steps.lowerBound else {
      return
    }
    entries.removeFirst(first - steps.lowerBound)
    states = states.filter { $0.key >= first }
    steps = first...steps.upperBound
  }
}
