import Ratchet
import RatchetDependencies

/// Makes the single runs of `simulate`: sends actions to a feature in a `TestStore`, lets time
/// pass, and checks the conditions that must hold.
///
/// The *world* describes the *moves* (to send an action, to let time pass, to restart the program),
/// the dependencies, whose calls may fail at random (*faults*), and the conditions. *Choices*, one
/// number for each random part, decide everything: the same choices make the same run again. The
/// *tape* makes the choices and records them; the *record* collects what the run does.
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

  /// Makes a run, in a copy of the test's shared values; a short one ends after fewer moves.
  func run(_ tape: ChoiceTape, isShort: Bool = false) async -> SimulatedRun {
    let record = Record(world(), tape)
    record.run.isShort = isShort
    let issues = await IssueCollector.issues {
      await DependencyValues.withStorageOfRun.withValues { await run(tape, record) }
    }
    if let issue = issues.first { record.fail(.issue(SimulatedRun.kind(ofIssue: issue)), issue) }
    // Faults since the last step.
    record.addFaults()
    record.run.choices = tape.choices
    record.run.taken = tape.taken
    return record.run
  }

  /// Makes moves until the tape ends them or the run fails, then lets everything settle without
  /// faults and checks the conditions that must hold at the end.
  private func run(_ tape: ChoiceTape, _ record: Record) async {
    let overrides = Draw(tape: tape, isForOverrides: true)
    tape.chooseSchedule()
    // Each restart adds a store. Only the last one runs: nothing lets the effects of the others
    // continue.
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
    // A random schedule repeats a run by itself; its deviations are needed only to shorten the run.
    if hasFailed(record) || !tape.schedule(ofStore: 0).isRandom {
      tape.add(stores.map(\.run.trace))
    }
    record.run.finalState = store.run.core.state
    record.run.isEndless = store.run.hasExceededBudget
    // Failures of the stores that a restart has ended no longer count.
    _ = await IssueCollector.issues {
      for ended in stores.dropLast() { await ended.skipInFlightEffects() }
    }
    await store.skipInFlightEffects()
  }

  /// Makes the first store of a run or, after a restart, the next one: at the time of the last one,
  /// with the shared values that it had stored; `isKilled` says whether the restart was a crash.
  private func makeStore(
    _ schedule: Schedule, _ draw: Draw, _ record: Record,
    after last: (store: Store, isKilled: Bool)? = nil
  ) -> Store {
    let dependencies = last?.store.dependencies
    return TestClock.$start.withValue(last?.store.clock.now.offset ?? .zero) {
      let store = TestStore(initialState: initialState(), schedule: schedule, observers: [record]) {
        feature()
      } withDependencies: { values in
        if let last, let dependencies {
          values.takeStored(from: dependencies, afterCrash: last.isKilled)
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
    // Before each move, the run ends with a chance of one in `chances`, so a long run makes on
    // average about half of the moves that `length` allows. The number decides only whether the run
    // ends (0) or not, because a short run is repeated as a long one, with other `chances`.
    let chances = record.run.isShort ? Self.shortLength + 1 : max(2, length / 2)
    if sum == 0 || tape.next(below: chances, for: .move) == 0 { return nil }
    var choice = tape.next(below: sum, for: .move)
    for (weight, move) in moves {
      if choice < weight { return move }
      choice -= weight
    }
    return nil
  }

  /// Makes a move, and records it as a step of the run.
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
      // A program that ends normally cancels its effects, which may clean up. One that crashes
      // does nothing more.
      if !isCrash {
        await store.skipInFlightEffects()
        await store.settle()
      }
      // What is left in the store is no failure.
      store.run.isFinished = true
    }
  }

  /// Runs effects and reduces their actions until none can continue by itself.
  ///
  /// If the world has *goals*, conditions that must hold eventually, also lets time pass from one
  /// deadline of sleeping effects to the next, and checks each goal: at its limit or, without one,
  /// at the end. The end comes when no effect sleeps or, if only goals without a limit are left,
  /// after a thousand deadlines, because a timer never ends.
  private func rest(_ store: Store, _ record: Record) async {
    let start = store.clock.now.offset
    var goals = record.world.goals.sorted { $0.limit < $1.limit }
    // Each round passes one deadline or one limit. The bound ends a run in which a fast timer has
    // too many deadlines before the limit of a goal.
    for round in 0..<100_000 where !hasFailed(record) {
      record.add(.settle)
      await store.settle()
      guard let goal = goals.first, let deadline = store.clock.sleeping.first?.deadline,
        round < 1_000 || goal.limit < World.Condition.noLimit
      else { break }
      let (now, end) = (store.clock.now.offset, min(deadline, start + goal.limit))
      if now < end {
        record.add(.advance(end - now))
        await store.advance(by: end - now)
      }
      // The limit of the first goal comes before the deadline: the goal must hold now.
      if end < deadline { check(goals.removeFirst(), store, record, since: start) }
    }
    for goal in goals where !hasFailed(record) { check(goal, store, record, since: start) }
    if !hasFailed(record) { record.checkWorld(store.run.core.state) }
  }

  /// Checks a goal; `start` is the time when the moves ended.
  private func check(
    _ goal: World.Condition, _ store: Store, _ record: Record, since start: Duration
  ) {
    record.run.looks[goal.name, default: 0] += 1
    let state = store.run.core.state
    if store.run.evaluate({ goal.holds(state) }) { return }
    let time = store.clock.now.offset - start
    let end = store.clock.sleeping.isEmpty ? "all effects settled" : "\(time) passed"
    record.fail(
      .eventually(goal.name),
      """
      "\(goal.name)" never held, even after faults stopped and \(end). The state:

      \(record.text(of: state))
      """)
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
