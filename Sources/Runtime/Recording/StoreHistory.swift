import RatchetDependencies

/// The states that a store had, after each of its actions.
///
/// ```swift
/// let history = StoreHistory(of: Counter())
/// let store = Store(initialState: Counter.State(), observers: [history]) { Counter() }
/// store.send(.increment)
/// store.send(.increment)
/// history.back()
/// print(history.state)  // count: 1
/// ```
///
/// Looking at an earlier step changes nothing in the store. To go on from there, make a store with
/// that state and this history: its actions are those of a new branch, beside the old one.
///
/// Few states are kept: one for each so many steps. Those between are computed again from the one
/// before, by the reducer with the same draws and without effects, as a replay does it.
@MainActor public final class StoreHistory<State, Action: Sendable>: StoreObserver {
  /// One line of steps: from the beginning to a last one.
  public struct Branch: Sendable, Identifiable {
    /// The number of the branch, in the order in which they began, from 0.
    public let id: Int
    /// The step from which it went on otherwise than the branch before; 0 for the first.
    public let start: Int
    /// The steps that can be looked at; 0 is the initial state.
    public internal(set) var steps: ClosedRange<Int>
  }

  /// The branch that is looked at.
  public private(set) var branch: Branch
  /// The branches that are kept, the oldest first.
  public var branches: [Branch] { others.map(\.branch) + [branch] }
  /// The step that is looked at: so many actions after the initial state.
  public private(set) var step = 0

  private var line = HistoryLine<State, Action>()
  private var others: [(branch: Branch, line: HistoryLine<State, Action>)] = []
  private var started = 1
  private let interval: Int
  private let limit: Int
  private let branchLimit: Int
  private let makeReduction: () -> Reduction<State, Action>
  private var reduction: Reduction<State, Action>?
  private var dependencies = DependencyValues.current
  private var tape: DrawTape?
  private let answers = DrawTape.answering()

  /// Makes a history for the store of a feature.
  ///
  /// - Parameters:
  ///   - feature: The feature, to compute states with that were not kept.
  ///   - interval: For how many steps one state is kept.
  ///   - limit: The most steps of a branch; of more, the first are forgotten.
  ///   - branchLimit: The most branches; of more, the first are forgotten.
  public init<Feature: Reducer>(
    of feature: Feature, every interval: Int = 100, limit: Int = 100_000, branchLimit: Int = 8
  ) where Feature.State == State, Feature.Action == Action {
    makeReduction = feature.makeReduction
    self.interval = max(1, interval)
    self.limit = max(1, limit)
    self.branchLimit = max(1, branchLimit)
    branch = Branch(id: 0, start: 0, steps: 0...0)
  }

  // MARK: - Looking

  /// The state after the step that is looked at.
  ///
  /// A store must have begun with this history.
  ///
  /// - Complexity: As many reductions as there are steps since the last state that was kept.
  public var state: State {
    guard let state = state(after: step) else {
      preconditionFailure(
        """
        The state of a 'StoreHistory' was read with which no store has begun. To fix this, give \
        it to a store: 'Store(initialState:observers:)'.
        """)
    }
    return state
  }

  /// The action that led to the step that is looked at; `nil` for the first one that is kept.
  public var action: Action? { line.entry(step)?.action }

  /// Looks at a step; at the nearest one that is kept, if it is not.
  public func go(to step: Int) {
    self.step = min(max(step, branch.steps.lowerBound), branch.steps.upperBound)
  }

  /// Looks at the step before, if there is one.
  public func back() { go(to: step - 1) }

  /// Looks at the step after, if there is one.
  public func forward() { go(to: step + 1) }

  /// Looks at the last step of a branch; does nothing if it is not kept any more.
  public func go(toBranch id: Branch.ID) {
    guard let index = others.firstIndex(where: { $0.branch.id == id }) else { return }
    let next = others.remove(at: index)
    others.append((branch, line))
    others.sort { $0.branch.id < $1.branch.id }
    (branch, line) = (next.branch, next.line)
    step = branch.steps.upperBound
  }

  private func state(after step: Int) -> State? {
    guard let (start, rest) = line.start(of: step) else { return nil }
    if rest.isEmpty { return start }
    var state = start
    dependencies.withValues {
      let reduction = self.reduction ?? makeReduction()
      self.reduction = reduction
      for entry in rest {
        answers.begin(entry.draws)
        reduction.replay(&state, entry.action)
        _ = answers.problemAtEnd()
      }
    }
    return state
  }

  // MARK: - The store

  /// Has what reducers draw kept.
  public func prepare(_ dependencies: inout DependencyValues) {
    tape = dependencies.keepDraws()
    self.dependencies = dependencies
    self.dependencies.answerDraws(by: answers)
  }

  /// Begins with the initial state of a store; if there are steps already, goes on from the one
  /// that is looked at, in a new branch.
  public func begin(_ state: State) {
    guard !line.isEmpty else {
      line.begin(state)
      return
    }
    others.append((branch, line))
    others.removeFirst(max(0, others.count - branchLimit + 1))
    branch = Branch(id: started, start: step, steps: branch.steps.lowerBound...step)
    started += 1
    line.cut(after: step, state)
  }

  /// Adds an action that was reduced, and looks at its step if the one before was looked at.
  public func observe(_ event: StoreEvent<State, Action>) {
    switch event {
    case .received: tape?.begin()
    case .reduced(let action, _, _, let after, _):
      add(action, tape?.end().map { DrawTape.Answer($0) } ?? [], after)
    default: break
    }
  }

  func add(_ action: Action, _ draws: [DrawTape.Answer], _ state: State) {
    let isLast = step == branch.steps.upperBound
    line.append(HistoryEntry(action: action, draws: draws), state, every: interval)
    line.forget(beyond: limit, every: interval)
    branch.steps = line.steps
    step = isLast ? branch.steps.upperBound : max(step, branch.steps.lowerBound)
  }
}

extension StoreHistory {
  /// Makes the history of a recording, as a feature replays it.
  ///
  /// - Parameters:
  ///   - recording: The recording of a store of this feature.
  ///   - feature: The feature that was recorded, as it is now.
  ///   - lenient: Whether what stands before a line that cannot be read is enough.
  ///   - interval: For how many steps one state is kept.
  /// - Throws: A ``RecordingError`` if the recording cannot be replayed, or leads to another state
  ///   than the recorded one.
  public convenience init<Feature: Reducer>(
    of recording: Recording, _ feature: Feature, lenient: Bool = false, every interval: Int = 100
  ) throws(RecordingError)
  where Feature.State == State, Feature.Action == Action, State: Codable, Action: Codable {
    self.init(of: feature, every: interval, limit: .max)
    let replay = try Replay(recording, feature)
    dependencies = .ofReplay(answers)
    begin(replay.state)
    let result = try replay.run(lenient: lenient) { step, action, state throws(RecordingError) in
      self.add(action, try step.answers(), state)
    }
    if case .differs(_, let difference) = result {
      throw RecordingError(.differs, line: replay.line, difference)
    }
    go(to: 0)
  }
}

/// What is kept of one step.
struct HistoryEntry<Action> {
  let action: Action
  let draws: [DrawTape.Answer]
}

/// The steps of a branch, and some of their states.
struct HistoryLine<State, Action> {
  /// The steps of which the state can be computed.
  private(set) var steps = 0...0
  /// The entry of the first of these steps has been forgotten.
  private var entries: [HistoryEntry<Action>] = []
  private var states: [Int: State] = [:]

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

  mutating func append(_ entry: HistoryEntry<Action>, _ state: State, every interval: Int) {
    entries.append(entry)
    steps = steps.lowerBound...(steps.upperBound + 1)
    if steps.upperBound % interval == 0 { states[steps.upperBound] = state }
  }

  /// Forgets what comes after a step, whose state is given.
  mutating func cut(after step: Int, _ state: State) {
    entries.removeLast(steps.upperBound - step)
    states = states.filter { $0.key < step }
    states[step] = state
    steps = steps.lowerBound...step
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
