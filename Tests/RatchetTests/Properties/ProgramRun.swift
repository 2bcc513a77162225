import RatchetTesting

/// What came of a program.
struct Outcome: Equatable {
  var log: [Int] = []
  var started: [Int] = []
  var reports = 0
  var effectsStarted = 0
  var effectsFinished = 0
  var effectsCancelled = 0

  init(_ model: ProgramModel) {
    log = model.log
    started = model.started
    reports = model.reports
    effectsStarted = model.begun
    effectsFinished = model.finished
    effectsCancelled = model.cancelled
  }

  @MainActor init(log: [Int], _ world: World, _ statistics: StoreStatistics, reports: Int) {
    self.log = log
    started = world.started
    self.reports = reports
    effectsStarted = statistics.effectsStarted
    effectsFinished = statistics.effectsFinished
    effectsCancelled = statistics.effectsCancelled
  }
}

extension Program {
  /// What a store should do with the program.
  func runOnModel() -> ProgramModel {
    let model = ProgramModel(self)
    model.run()
    return model
  }

  /// Runs the program on a store until nothing is in flight.
  @MainActor func runOnStore(observers: [any ProgramObserver] = []) async -> StoreRun {
    let run = StoreRun(self, observers: observers)
    for command in commands { await run.carryOut(command) }
    for gate in Program.gates { await run.carryOut(.open(gate: gate)) }
    await run.store.finish()
    return run
  }
}

typealias ProgramObserver = StoreObserver<ProgramParent.State, ProgramParent.Action>

/// A store that runs a program.
@MainActor final class StoreRun {
  let store: StoreOf<ProgramParent>
  let world = World()
  private let messages = Messages()
  private var tasks: [StoreTask] = []

  init(_ program: Program, observers: [any ProgramObserver] = []) {
    let slot = Slot<StoreOf<ProgramParent>>()
    let messages = messages
    store = Store(initialState: ProgramParent.State(), observers: observers) { [world] in
      ProgramParent(
        feature: ProgramFeature(program: program, world: world) { [weak slot] in
          slot?.value?.send(.child($0))
        })
    } withDependencies: {
      $0.log = messages.sink
      $0.continuousClock = TestClock()
    }
    slot.value = store
    self.slot = slot
  }

  private let slot: Slot<StoreOf<ProgramParent>>

  var outcome: Outcome {
    Outcome(log: store.log, world, store.statistics, reports: messages.all.count)
  }

  func carryOut(_ command: Program.Command) async {
    switch command {
    case .send(let action): tasks.append(store.send(.child(action)))
    case .open(let gate): world.open(gate: gate)
    case .cancel(let send): if tasks.indices.contains(send) { tasks[send].cancel() }
    case .remove:
      store.send(.remove)
      store.send(.insert)
    }
    await world.comesToRest()
    if let broken = store.registry.brokenInvariant() { Issue.record("\(command): \(broken)") }
  }

  /// Takes apart what holds one another.
  func end() { slot.value = nil }
}
