import RatchetTesting

/// A test store that runs a program and receives whatever its effects send.
@MainActor final class TestStoreRun {
  let store: TestStoreOf<ProgramParent>
  let world = World(goesOnTogether: true)
  private let messages = Messages()
  private var tasks: [TestStoreTask] = []

  init(_ program: Program, _ schedule: Schedule, observers: [any ProgramObserver] = []) {
    let messages = messages
    store = TestStore(
      initialState: ProgramParent.State(), schedule: schedule, observers: observers
    ) { [world] in
      ProgramParent(feature: ProgramFeature(program: program, world: world))
    } withDependencies: {
      $0.log = messages.sink
    }
  }

  var summary: [Int] { store.state.log.sorted() }

  /// All that happened, byte for byte.
  var trace: String { world.trace.joined(separator: "\n") }

  var reports: Int { messages.all.count }

  /// Receives all that follows from the command before the next one.
  func carryOut(_ command: Program.Command) async {
    await perform(command)
    await store.settle()
    while store.parkedCount > 0 {
      await receiveParked()
      await store.settle()
    }
  }

  /// Receives only what is parked: of what follows from the command the schedule leaves some for
  /// later.
  func carryOutOverlapping(_ command: Program.Command) async {
    await perform(command)
    await receiveParked()
  }

  private func perform(_ command: Program.Command) async {
    switch command {
    case .send(let action): tasks.append(await store.send(.child(action)) { $0.log.append(action) })
    case .open(let gate): world.open(gate: gate)
    case .cancel(let send): if tasks.indices.contains(send) { await tasks[send].cancel() }
    case .remove:
      await store.send(.remove) {
        $0.log.append(ProgramParent.removed)
        $0.child = nil
      }
      await store.send(.insert) {
        $0.log.append(ProgramParent.inserted)
        $0.child = .init()
      }
    }
  }

  /// The same, while nothing has to be asserted: the schedule decides when what effects send is
  /// reduced.
  func carryOutSkipping(_ command: Program.Command) async {
    switch command {
    case .send(let action): tasks.append(await store.send(.child(action)))
    case .open(let gate):
      // What a store has reduced by now must not meet a gate that opens later.
      while store.parkedCount > 0 { await store.skipReceivedActions() }
      world.open(gate: gate)
      await store.settle()
    case .cancel(let send): if tasks.indices.contains(send) { await tasks[send].cancel() }
    case .remove:
      await store.send(.remove)
      await store.send(.insert)
    }
  }

  private func receiveParked() async {
    while store.parkedCount > 0 {
      var received = 0
      await store.receive { action in
        if case .child(let number) = action { received = number }
        return true
      } changes: {
        $0.log.append(received)
      }
    }
  }
}

extension Program {
  /// Runs the program on a test store to its end, receiving all; returns the failures too.
  @MainActor func runOnTestStore(
    _ schedule: Schedule, observers: [any ProgramObserver] = []
  ) async -> (run: TestStoreRun, issues: [String]) {
    await run(on: schedule, observers: observers) { run, command, _ in await run.carryOut(command) }
  }

  /// Runs the program on a test store to its end, its commands overlapping with what follows from
  /// earlier ones; returns the failures too.
  @MainActor func runOverlapping(_ schedule: Schedule) async -> (
    run: TestStoreRun, issues: [String]
  ) {
    await run(on: schedule) { run, command, isLast in
      if isLast { await run.carryOut(command) } else { await run.carryOutOverlapping(command) }
    }
  }

  /// Runs the program on a test store to its end, receiving nothing; returns the failures too.
  @MainActor func runSkipping(_ schedule: Schedule) async -> (run: TestStoreRun, issues: [String]) {
    await run(on: schedule) { run, command, _ in
      run.store.exhaustivity = .off
      await run.carryOutSkipping(command)
    }
  }

  @MainActor private func run(
    on schedule: Schedule, observers: [any ProgramObserver] = [],
    _ carryOut: @MainActor (TestStoreRun, Command, _ isLast: Bool) async -> Void
  ) async -> (run: TestStoreRun, issues: [String]) {
    let run = Slot<TestStoreRun>()
    let issues = await IssueCollector.issues {
      let testRun = TestStoreRun(self, schedule, observers: observers)
      run.value = testRun
      let commands = commands + Program.gates.map { .open(gate: $0) }
      for (index, command) in commands.enumerated() {
        await carryOut(testRun, command, index == commands.count - 1)
        if let broken = testRun.store.brokenInvariant() { Issue.record("\(command): \(broken)") }
      }
      await testRun.store.finish()
    }
    guard let run = run.value else { preconditionFailure("The program did not run.") }
    return (run, issues)
  }
}
