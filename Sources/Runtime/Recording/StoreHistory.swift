public import Ratchet
import RatchetDependencies

/// An observer that gives access to the states of a store after each of its actions.
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
/// Looking at an earlier step changes nothing in the store. To continue from an earlier step,
/// release the store, because a history follows one store at a time. Then make a store with the
/// earlier state and this history: the later steps are forgotten, and the new store's actions
/// follow.
///
/// One state is kept for each `interval` steps. The states between are computed as in a replay:
/// starting from the kept state before it, the reducer runs again without effects, and reads the
/// same values from dependencies such as `uuid`. If an `Encodable` state differs from what it was,
/// ``problem`` says so, and it is reported once: the reducer depends on something other than its
/// arguments and recorded values.
///
/// - Complexity: One digest of the state for each action, if the state is `Encodable`.
@MainActor public final class StoreHistory<State, Action: Sendable>: StoreObserver {
  /// The steps that can be selected; 0 is the initial state.
  public var steps: ClosedRange<Int> { remembered.steps }
  /// The selected step: the number of actions after the initial state.
  public private(set) var step = 0
  /// Why the recording could not be replayed to its end, or the first step that did not replay to
  /// the same state; `nil` without a problem.
  public private(set) var problem: RecordingError?

  /// The remembered steps, with their actions, and some of the states.
  private var remembered = HistorySteps<State, Action>()
  private let interval: Int
  private let limit: Int
  private let makeReduction: () -> Reduction<State, Action>
  /// Computes states again; made when first needed, under the store's dependencies.
  private var reducer: ReplayedReducer<State, Action>?
  private var dependencies = DependencyValues.current
  /// Has what the store's reducer read for the last action.
  private var tape: ReadTape?
  /// Whether a step did not replay to the same state, which is reported only once.
  private var isImpure = false

  /// Makes a history for the store of a feature.
  ///
  /// - Parameters:
  ///   - feature: The feature, to compute the states that are not kept.
  ///   - interval: The number of steps for each state that is kept.
  ///   - limit: The number of steps beyond which the oldest are forgotten, up to a kept state. Up
  ///     to `interval` more may be remembered.
  public init<Feature: Reducer>(
    of feature: Feature, every interval: Int = 100, limit: Int = 100_000
  ) where Feature.State == State, Feature.Action == Action {
    makeReduction = feature.makeReduction
    self.interval = max(1, interval)
    self.limit = max(1, limit)
  }

  // MARK: - Selecting a step

  /// The state after the selected step.
  ///
  /// A store must have begun with this history.
  ///
  /// - Complexity: As many reductions as there are steps since the last state that was kept.
  public var state: State {
    guard let state = state(after: step) else {
      preconditionFailure(
        """
        The state of a 'StoreHistory' was read before a store used it. To fix this, first pass it \
        to a store: 'Store(initialState:observers:)'.
        """)
    }
    return state
  }

  /// The action of the selected step; `nil` for the first step.
  public var action: Action? { remembered.entry(step)?.action }

  /// Selects a step, or the nearest one that is remembered.
  public func seek(to step: Int) {
    self.step = min(max(step, steps.lowerBound), steps.upperBound)
  }

  /// Selects the step before, if there is one.
  public func back() { seek(to: step - 1) }

  /// Selects the step after, if there is one.
  public func forward() { seek(to: step + 1) }

  /// The kept state of a step, or the state computed from the last kept one before it; `nil` if no
  /// store has begun.
  private func state(after step: Int) -> State? {
    guard let (start, rest) = remembered.start(of: step) else { return nil }
    if rest.isEmpty { return start }
    var state = start
    let reducer = self.reducer ?? ReplayedReducer(in: dependencies, makeReduction)
    self.reducer = reducer
    for (number, entry) in zip((step - rest.count + 1)..., rest) {
      _ = reducer.reduce(&state, entry.action, reading: entry.reads)
      compare(state, entry, inStep: number)
    }
    return state
  }

  /// Reports the first computed state that is not the one that the store had.
  private func compare(_ state: State, _ entry: HistoryEntry<Action>, inStep number: Int) {
    guard !isImpure, let digest = entry.digest, let new = Self.digest(of: state), new != digest
    else { return }
    isImpure = true
    let reason = """
      Step \(number), \(ValueLine.text(entry.action)), did not replay to the same state in a \
      'StoreHistory'.

      The reducer depends on something other than a dependency, such as 'Date()' or a global \
      variable. To fix this, use '\\.date', '\\.uuid', '\\.randomNumberGenerator', or a \
      'RecordableSource'.
      """
    if problem == nil { problem = RecordingError(.differs, reason) }
    dependencies.withValues { report(reason) }
  }

  private static func digest(of state: State) -> StateDigest? {
    (state as? any Encodable).flatMap { try? StateDigest.of($0) }
  }

  // MARK: - The store

  /// Makes the store's dependencies record what reducers read.
  @_documentation(visibility: internal)
  public func prepare(_ dependencies: inout DependencyValues) {
    tape = dependencies.recordReads()
    self.dependencies = dependencies
    // The next one is made under the dependencies of this store.
    reducer = nil
  }

  /// Starts a new store at the selected step, with the store's initial state, and forgets the steps
  /// after it.
  @_documentation(visibility: internal)
  public func begin(_ state: State) { remembered.branch(from: state, after: step) }

  /// Adds an action that was reduced, and selects its step if the latest step was selected.
  @_documentation(visibility: internal)
  public func observe(_ event: StoreEvent<State, Action>) {
    guard case .reduced(let action, _, _, let after, _) = event else { return }
    add(action, tape?.reads ?? [], after)
  }

  private func add(_ action: Action, _ reads: [ReadTape.Answer], _ state: State) {
    let isFollowing = step == steps.upperBound
    remembered.append(
      HistoryEntry(action: action, reads: reads, digest: Self.digest(of: state)), state,
      every: interval)
    remembered.forget(beyond: limit, every: interval)
    step = isFollowing ? steps.upperBound : max(step, steps.lowerBound)
  }
}

extension StoreHistory {
  /// Makes a history of the steps of a recording, by replaying it.
  ///
  /// - Parameters:
  ///   - recording: The recording of a store of this feature.
  ///   - feature: The feature that was recorded, as it is now.
  ///   - lenient: Whether to accept what can be replayed if not everything can: the steps before a
  ///     line that cannot be read, or up to the first one that differs. ``problem`` says why.
  ///   - interval: The number of steps for each state that is kept.
  /// - Throws: A ``RecordingError`` if the recording cannot be replayed, or leads to another state
  ///   than the recorded one.
  public convenience init<Feature: Reducer>(
    of recording: Recording, _ feature: Feature, lenient: Bool = false, every interval: Int = 100
  ) throws(RecordingError)
  where Feature.State == State, Feature.Action == Action, State: Codable, Action: Codable {
    self.init(of: feature, every: interval, limit: .max)
    dependencies = .ofReplay
    let replay = try Replay(recording, feature)
    begin(replay.state)
    // A store that continued the recording began with a state to which no action leads.
    replay.whenResumed = { [unowned self] in
      remembered.branch(from: $0, after: steps.upperBound)
    }
    do throws(RecordingError) {
      while try replay.next() != nil, let action = replay.action {
        add(action, replay.answers, replay.state)
      }
    } catch {
      guard lenient else { throw error }
      problem = error
      // The step that differs was reduced, and is the last one of the history.
      if error.code == .differs, let action = replay.action {
        add(action, replay.answers, replay.state)
      }
    }
    seek(to: 0)
  }
}
