import Ratchet
import RatchetDependencies

/// Makes the single runs of `simulate`: sends actions to a feature in a `TestStore`, lets time
/// pass, and checks the conditions that must hold.
///
/// The *world* describes the moves (to send an action, to let time pass), the dependencies, which
/// may fail at random (*faults*), and the conditions. *Choices*, one number for each random part,
/// decide everything: the same choices make the same run again.
@MainActor struct Simulation<Feature: Reducer> where Feature.State: Equatable {
  typealias World = SimulatedWorld<Feature.State, Feature.Action>
  typealias Store = TestStore<Feature.State, Feature.Action>

  let feature: () -> Feature
  let initialState: () -> Feature.State
  /// The maximum number of moves in a run.
  let length: Int
  /// Describes the world of one run.
  let world: () -> World

  init(
    _ feature: @escaping () -> Feature, from initialState: @escaping () -> Feature.State,
    _ length: Int, in world: @escaping () -> World
  ) {
    self.feature = feature
    self.initialState = initialState
    self.length = length
    self.world = world
  }

  /// The number of moves that a short run makes on average.
  private static var shortLength: Int { 4 }

  /// Makes a run; a short one ends sooner.
  func run(_ tape: ChoiceTape, isShort: Bool = false) async -> SimulatedRun {
    let record = Record(world(), tape)
    record.run.isShort = isShort
    let issues = await IssueCollector.issues {
      await DependencyValues.withStorageOfRun.withValues { await run(tape, record) }
    }
    if let issue = issues.first { record.fail(.issue(SimulatedRun.kind(ofIssue: issue)), issue) }
    record.addFaults()
    record.run.choices = tape.choices
    record.run.taken = tape.taken
    return record.run
  }

  private func run(_ tape: ChoiceTape, _ record: Record) async {
    let overrides = Draw(tape: tape, isForOverrides: true)
    tape.chooseSchedule()
    // The last one runs; nothing lets the effects of the others continue.
    var stores = [makeStore(tape.schedule(ofStore: 0), overrides, record)]
    var store: Store { stores[stores.count - 1] }
    let draw = Draw(tape: tape)
    for _ in 0..<max(0, length) where !hasFailed(record) {
      tape.beginMove()
      guard let move = nextMove(tape, record) else {
        tape.endMoves()
        break
      }
      await make(move, store, draw, record)
      if case .restart(let isCrash) = move {
        let schedule = tape.schedule(ofStore: stores.count)
        stores.append(makeStore(schedule, overrides, record, after: (store, isCrash)))
      }
    }
    tape.beginRest()
    tape.isFaultless = true
    if !hasFailed(record) { record.add(.stopFaults) }
    if !hasFailed(record) { await rest(store, record) }
    if hasFailed(record) || !tape.schedule(ofStore: 0).isRandom {
      tape.add(stores.map(\.run.trace))
    }
    record.run.finalState = store.run.core.state
    record.run.isEndless = store.run.hasExceededBudget
    for store in stores { await store.skipInFlightEffects() }
  }

  /// Makes the store in which a run begins or, with what the last one has kept, begins again.
  private func makeStore(
    _ schedule: Schedule, _ draw: Draw, _ record: Record,
    after last: (store: Store, isKilled: Bool)? = nil
  ) -> Store {
    let storage = last?.store.dependencies.sharedStorage
    return TestClock.$start.withValue(last?.store.clock.now.offset ?? .zero) {
      let store = TestStore(initialState: initialState(), schedule: schedule, observers: [record]) {
        feature()
      } withDependencies: { values in
        if let last, let storage {
          values.sharedStorage = storage.restarted(afterCrash: last.isKilled)
        }
        for update in record.world.updates { update(&values, draw) }
      }
      store.exhaustivity = .off
      return store
    }
  }

  /// Whether a condition does not hold, or the store or the library has reported a failure.
  private func hasFailed(_ record: Record) -> Bool {
    record.run.failure != nil || IssueCollector.current?.hasIssues == true
  }

  /// Chooses a move by weight; `nil`, the simplest choice, ends the run.
  private func nextMove(_ tape: ChoiceTape, _ record: Record) -> World.Move? {
    let moves = record.world.moves
    let sum = moves.reduce(0) { $0 + $1.weight }
    // If it ends with this probability before each move, a long run makes on average about half of
    // the moves that `length` allows. The number must not decide more than whether it ends: a run
    // is repeated as a long one.
    let chances = record.run.isShort ? Self.shortLength + 1 : max(2, length / 2)
    if sum == 0 || tape.next(below: chances, for: .move) == 0 { return nil }
    var choice = tape.next(below: sum, for: .move)
    for (weight, move) in moves {
      if choice < weight { return move }
      choice -= weight
    }
    return nil
  }

  private func make(
    _ move: World.Move, _ store: Store, _ draw: Draw, _ record: Record
  ) async {
    switch move {
    case .send(let make):
      await store.send(made: { state in
        let action = make(state, draw)
        if let action { record.send(action) } else { record.run.emptyMoves += 1 }
        return action
      })
    case .advance(let limit):
      let duration = draw.duration(upTo: limit)
      if duration == .zero { return }
      record.add(.advance(duration))
      await store.advance(by: duration)
    case .restart(let isCrash):
      record.add(.restart(isCrash: isCrash))
      if !isCrash { await store.skipInFlightEffects() }
      store.run.isFinished = true
    }
  }

  /// Runs effects and reduces their actions until none can continue by itself; if the world has
  /// conditions that must hold eventually, also lets time pass, for at most a thousand rounds, and
  /// checks each at its limit or at the end.
  private func rest(_ store: Store, _ record: Record) async {
    let start = store.clock.now.offset
    var goals = record.world.goals.sorted { $0.limit < $1.limit }
    for _ in 0..<1_000 where !hasFailed(record) {
      record.add(.settle)
      await store.settle()
      guard let goal = goals.first, let deadline = store.clock.sleeping.first?.deadline else {
        break
      }
      let (now, end) = (store.clock.now.offset, min(deadline, start + goal.limit))
      if now < end {
        record.add(.advance(end - now))
        await store.advance(by: end - now)
      }
      if end < deadline { check(goals.removeFirst(), store, record) }
    }
    for goal in goals where !hasFailed(record) { check(goal, store, record) }
  }

  private func check(_ goal: World.Condition, _ store: Store, _ record: Record) {
    record.run.looks[goal.name, default: 0] += 1
    let state = store.run.core.state
    if store.run.evaluate({ goal.holds(state) }) { return }
    let hasSettled = goal.limit == World.Condition.noLimit || store.clock.sleeping.isEmpty
    let end = hasSettled ? "all effects settled" : "\(goal.limit) passed"
    record.fail(
      .eventually(goal.name),
      """
      "\(goal.name)" never held, even after faults stopped and \(end). The state:

      \(record.text(of: state))
      """)
  }

  /// Collects the results of a run while it runs: its steps, checks, and first failure.
  ///
  /// An observer of the store, so that it judges a state when an action has made all its changes,
  /// including kept fields.
  final class Record: StoreObserver {
    var run = SimulatedRun()
    let world: World
    private let tape: ChoiceTape
    /// Whether a move sends the action that is reduced next.
    private var isSending = false
    private var initialState: Feature.State?
    /// How often actions with a key were reduced, by the names of the conditions that limit them.
    private var counts: [String: [AnyHashable: Int]] = [:]
    /// The number of faults among the steps.
    private var faultCount = 0

    init(_ world: World, _ tape: ChoiceTape) {
      self.world = world
      self.tape = tape
    }

    func add(_ step: SimulatedRun.Step) {
      addFaults()
      run.steps.append(step)
    }

    /// Adds the faults that have happened since the last step.
    func addFaults() {
      if tape.faultCount == faultCount { return }
      let faults = tape.choices.faults
      run.steps += faults.dropFirst(faultCount).map(SimulatedRun.Step.fault)
      faultCount = faults.count
    }

    func send(_ action: Feature.Action) {
      isSending = true
      add(.send(action))
    }

    func begin(_ state: Feature.State) {
      initialState = state
      check(state, after: nil)
    }

    func observe(_ event: StoreEvent<Feature.State, Feature.Action>) {
      guard case .reduced(let action, _, let before, let state, _) = event else { return }
      if !exchange(&isSending, with: false) { add(.effectSends(action)) }
      run.statesBefore[run.steps.count - 1] = before
      check(state, after: before)
      for count in world.counts where run.failure == nil {
        guard let key = count.key(state, action) else { continue }
        run.looks[count.name, default: 0] += 1
        counts[count.name, default: [:]][key, default: 0] += 1
        let number = counts[count.name]?[key] ?? 0
        if number > count.limit {
          let text = " \(number) actions were counted for \(ValueLine.text(key))."
          fail(count.name, state, after: before, text)
        }
      }
    }

    private func check(_ state: Feature.State, after before: Feature.State?) {
      for (number, target) in world.targets.enumerated() {
        let value = target(state)
        if let peak = run.peaks[number], value <= peak.value { continue }
        run.peaks[number] = SimulatedRun.Peak(value: value, moves: tape.choices.moves.count)
      }
      for landmark in world.landmarks where !run.reached.contains(landmark.name) {
        if landmark.holds(state) { run.reached.insert(landmark.name) }
      }
      for invariant in world.invariants where run.failure == nil {
        run.looks[invariant.name, default: 0] += 1
        if !invariant.holds(state) {
          fail(invariant.name, state, after: before)
        }
      }
    }

    /// A state, and the value around the feature.
    func text(of state: Feature.State, after before: Feature.State? = nil) -> String {
      let value = world.value().map { "\n\nThe world:\n\n\(ValueLine.text($0))" } ?? ""
      return stateText(state, after: before) + value
    }

    /// A state on one line; if that omits parts, also what has changed in it.
    private func stateText(_ state: Feature.State, after before: Feature.State?) -> String {
      let text = ValueLine.text(state)
      guard !ValueLine.isWhole(state), let old = before ?? initialState else { return text }
      let changes = ChangeAssignments.texts(from: old, to: state)
      if changes.isEmpty { return text }
      let more = changes.count > 20 ? ["... (\(changes.count - 20) more)"] : []
      let title = before == nil ? "It differs from the initial state" : "The last action's change"
      return "\(text)\n\n\(title):\n\n\((changes.prefix(20) + more).bulleted)"
    }

    private func fail(
      _ name: String, _ state: Feature.State, after before: Feature.State?, _ count: String = ""
    ) {
      let text = "\"\(name)\" does not hold.\(count) The state:"
      fail(.always(name), "\(text)\n\n\(self.text(of: state, after: before))")
    }

    func fail(_ kind: SimulatedRun.Failure.Kind, _ text: String) {
      if run.failure == nil { run.failure = SimulatedRun.Failure(kind: kind, text: text) }
    }
  }
}

extension TestStore {
  /// Reduces what a `Store` would already have reduced, makes an action for the state after that,
  /// and sends the action.
  fileprivate func send(made make: (State) -> Action?) async {
    await perform { try await run.skipBeforeSend() }
    guard let action = run.evaluate({ make(run.core.state) }) else { return }
    _ = run.send(action)
    await perform { try await run.continueEffects() }
  }
}
