import RatchetDependencies

/// What is kept of one step.
struct HistoryEntry<Action> {
  let action: Action
  let draws: [DrawTape.Answer]
  /// The digest of the state after it, if that is encodable.
  let digest: StateDigest?
}

/// The steps of a branch, and some of their states.
struct HistoryLine<State, Action: Sendable> {
  private(set) var branch: StoreHistory<State, Action>.Branch
  /// The entry of the first of the branch's steps has been forgotten.
  private var entries: [HistoryEntry<Action>] = []
  private var states: [Int: State] = [:]

  init(id: Int) {
    branch = StoreHistory.Branch(id: id, start: 0, steps: 0...0)
  }

  /// The steps of which the state can be computed.
  var steps: ClosedRange<Int> { branch.steps }

  var isEmpty: Bool { states.isEmpty }

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

  mutating func begin(_ state: State) {
    states[0] = state
  }

  /// Has another state after the last step.
  mutating func goOn(from state: State) {
    states[steps.upperBound] = state
  }

  mutating func append(_ entry: HistoryEntry<Action>, _ state: State, every interval: Int) {
    entries.append(entry)
    branch.steps = steps.lowerBound...(steps.upperBound + 1)
    if steps.upperBound % interval == 0 { states[steps.upperBound] = state }
  }

  /// A branch that goes on from a step, whose state is given.
  func branched(after step: Int, _ state: State, id: Int) -> HistoryLine {
    var line = self
    line.entries.removeLast(steps.upperBound - step)
    line.states = states.filter { $0.key < step }
    line.states[step] = state
    line.branch = StoreHistory.Branch(id: id, start: step, steps: steps.lowerBound...step)
    return line
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
    branch.steps = first...steps.upperBound
  }
}
