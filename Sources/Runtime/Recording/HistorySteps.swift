import Ratchet
import RatchetDependencies

/// What a `StoreHistory` keeps of one step, an action, to compute the state after it again.
struct HistoryEntry<Action> {
  let action: Action
  /// What the reducer read: values from dependencies such as `uuid`, which it is given again.
  let reads: [ReadTape.Answer]
  /// A hash of the state after it, for comparison; `nil` if the state is not `Encodable`.
  let digest: StateDigest?
}

/// The steps of a `StoreHistory`, and the states after some of them.
///
/// `StoreHistory` adds a step for each action of its store, and computes the states between those
/// that are kept here. Step 0 is the initial state.
struct HistorySteps<State, Action: Sendable> {
  /// The steps whose states can be computed.
  private(set) var steps = 0...0
  /// One entry for each step but the first.
  private var entries: [HistoryEntry<Action>] = []
  /// The states that are kept, by the numbers of their steps.
  private var states: [Int: State] = [:]

  /// The entry of a step; `nil` for the first step, and for one that is not remembered.
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

  /// Adds the next step; keeps its state if the step's number is a multiple of the interval.
  mutating func append(_ entry: HistoryEntry<Action>, _ state: State, every interval: Int) {
    entries.append(entry)
    steps = steps.lowerBound...(steps.upperBound + 1)
    if steps.upperBound % interval == 0 { states[steps.upperBound] = state }
  }

  /// Forgets the oldest steps beyond a limit, so that the first one left has a kept state.
  mutating func forget(beyond limit: Int, every interval: Int) {
    // Many at a time, because removing the first entries moves all others.
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
