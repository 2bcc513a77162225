import Ratchet
import RatchetDependencies

/// What a `StoreHistory` keeps of one step (an action of its store) to compute the state after the
/// step again.
struct HistoryEntry<Action> {
  let action: Action
  /// What the reducer read: values from dependencies such as `uuid`, which it is given again.
  let reads: [ReadTape.Answer]
  /// A hash of the state after the step, to compare with the computed state; `nil` if the state is
  /// not `Encodable`.
  let digest: StateDigest?
}

/// The steps of a `StoreHistory`, and the states after some of them.
///
/// Used by `StoreHistory`, which owns it: it adds a step for each action of its store, and computes
/// the states between those that are kept here. Step 0 is the initial state; step `n` is the state
/// after `n` actions. Once a store has begun, the first remembered step has a kept state, so all
/// states can be computed.
struct HistorySteps<State, Action: Sendable> {
  /// The remembered steps.
  private(set) var steps = 0...0
  /// One entry for each remembered step except the first one.
  private var entries: [HistoryEntry<Action>] = []
  /// The states that are kept, by the numbers of their steps.
  private var states: [Int: State] = [:]

  /// The entry of a step; `nil` for the first remembered step, and for one that is not remembered.
  func entry(_ step: Int) -> HistoryEntry<Action>? {
    let index = step - steps.lowerBound - 1
    return entries.indices.contains(index) ? entries[index] : nil
  }

  /// The last kept state up to a step, and the entries that lead from it to that step.
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

  /// Sets the state after a step, and forgets the steps that follow.
  ///
  /// Called when a store begins, and where another store continues a recording.
  mutating func branch(from state: State, after step: Int) {
    entries.removeLast(steps.upperBound - step)
    states = states.filter { $0.key < step }
    states[step] = state
    steps = steps.lowerBound...step
  }

  /// Adds the next step, with the state after it; keeps this state if the step's number is a
  /// multiple of the interval.
  mutating func append(_ entry: HistoryEntry<Action>, _ state: State, every interval: Int) {
    entries.append(entry)
    steps = steps.lowerBound...(steps.upperBound + 1)
    if steps.upperBound % interval == 0 { states[steps.upperBound] = state }
  }

  /// Forgets the oldest steps if there are more than `limit`, up to a step with a kept state.
  mutating func forget(beyond limit: Int, every interval: Int) {
    // Waits until `interval` steps are too many, because removing the first entries moves all
    // others. A limit below the interval is checked each time.
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
