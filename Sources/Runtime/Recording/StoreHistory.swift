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
/// that state and this history: its actions are those of a new branch, beside the old one. Let go
/// of the store before: a history follows one at a time.
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
  public var branch: Branch { lines[viewed].branch }
  /// The branches that are kept, the oldest first.
  public var branches: [Branch] { lines.map(\.branch) }
  /// The step that is looked at: so many actions after the initial state.
  public private(set) var step = 0
  /// Why the steps of a recording end here, if it could not be replayed to its end.
  public private(set) var problem: RecordingError?

  /// The branches that are kept, with their steps.
  ///
  /// The last one is that of the store: it grows, whichever is looked at.
  private var lines = [HistoryLine<State, Action>(id: 0)]
  /// The position of the branch that is looked at.
  private var viewed = 0
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
  public var action: Action? { lines[viewed].entry(step)?.action }

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
    guard let index = lines.firstIndex(where: { $0.branch.id == id }) else { return }
    viewed = index
    step = branch.steps.upperBound
  }

  private func state(after step: Int) -> State? {
    guard let (start, rest) = lines[viewed].start(of: step) else { return nil }
    if rest.isEmpty { return start }
    var state = start
    dependencies.withValues {
      let reduction = self.reduction ?? makeReduction()
      self.reduction = reduction
      for entry in rest {
        _ = reduction.replay(&state, entry.action, entry.draws, answers)
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
    if lines[viewed].isEmpty { return lines[viewed].begin(state) }
    let id = lines[lines.count - 1].branch.id + 1
    lines.append(lines[viewed].branched(after: step, state, id: id))
    lines.removeFirst(max(0, lines.count - branchLimit))
    viewed = lines.count - 1
  }

  /// Adds an action that was reduced, and looks at its step if the one before was looked at.
  public func observe(_ event: StoreEvent<State, Action>) {
    guard case .reduced(let action, _, _, let after, _) = event else { return }
    add(action, tape?.draws.map { DrawTape.Answer($0) } ?? [], after)
  }

  func add(_ action: Action, _ draws: [DrawTape.Answer], _ state: State) {
    let last = lines.count - 1
    let isFollowing = viewed == last && step == branch.steps.upperBound
    lines[last].append(HistoryEntry(action: action, draws: draws), state, every: interval)
    lines[last].forget(beyond: limit, every: interval)
    step = isFollowing ? branch.steps.upperBound : max(step, branch.steps.lowerBound)
  }
}

extension StoreHistory {
  /// Makes the history of a recording, as a feature replays it.
  ///
  /// - Parameters:
  ///   - recording: The recording of a store of this feature.
  ///   - feature: The feature that was recorded, as it is now.
  ///   - lenient: Whether to take what can be replayed, if not all can: the steps before a line
  ///     that cannot be read, or up to the first one that differs. ``problem`` says why.
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
    do throws(RecordingError) {
      try replay.run { () throws(RecordingError) in
        guard try replay.next() != nil, let action = replay.action else { return false }
        add(action, replay.answers, replay.state)
        return true
      }
    } catch {
      guard lenient else { throw error }
      problem = error
      if error.code == .differs, let action = replay.action {
        add(action, replay.answers, replay.state)
      }
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
