import RatchetTesting

/// A test store that runs a program and receives whatever its effects send.
@MainActor final class TestStoreRun {
  let store: TestStoreOf<ProgramParent>
  let world = World(goesOnTogether: true)
  private let messages = Messages()
  private var tasks: [TestStoreTask] = []

  init(_ program: Program, _ schedule: Schedule) {
    let messages = messages
    store = TestStore(initialState: ProgramParent.State(), schedule: schedule) { [world] in
      ProgramParent(feature: ProgramFeature(program: program, world: world))
    } withDependencies: {
      $0.log = messages.sink
    }
  }

  var summary: [Int] { store.state.log.sorted() }

  /// All that happened, byte for byte.
  var trace: String { world.trace.joined(separator: "\n") }

  var reports: Int { messages.all.count }

  func carryOut(_ command: Program.Command) async {
    switch command {
    case .send(let action): tasks.append(await store.send(.child(action)) { $0.log.append(action) })
    case .open(let gate):
      world.open(gate: gate)
      await store.settle()
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
    await receiveAll()
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

  private func receiveAll() async {
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
  @MainActor func runOnTestStore(_ schedule: Schedule) async -> (
    run: TestStoreRun, issues: [String]
  ) {
    await run(on: schedule) { await $0.carryOut($1) }
  }

  /// Runs the program on a test store to its end, receiving nothing; returns the failures too.
  @MainActor func runSkipping(_ schedule: Schedule) async -> (run: TestStoreRun, issues: [String]) {
    await run(on: schedule) {
      $0.store.exhaustivity = .off
      await $0.carryOutSkipping($1)
    }
  }

  @MainActor private func run(
    on schedule: Schedule, _ carryOut: @MainActor (TestStoreRun, Command) async -> Void
  ) async -> (run: TestStoreRun, issues: [String]) {
    let run = Slot<TestStoreRun>()
    let issues = await IssueCollector.issues {
      let testRun = TestStoreRun(self, schedule)
      run.value = testRun
      for command in commands { await carryOut(testRun, command) }
      for gate in Program.gates { await carryOut(testRun, .open(gate: gate)) }
      await testRun.store.finish()
    }
    guard let run = run.value else { preconditionFailure("The program did not run.") }
    return (run, issues)
  }
}
