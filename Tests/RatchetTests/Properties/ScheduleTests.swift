import RatchetTesting
import TestSupport

@MainActor @Suite("A schedule", .serialized)
struct ScheduleTests {
  @Test("by seed finds many orders of what could run in any order, each of which ends the same")
  func orders() async {
    var logs: Set<[Int]> = []
    // As many as find all orders, however many seeds other tests run.
    for schedule in Schedule.seeds(500) where Deep.isFull || logs.count < 24 {
      let (run, issues) = await Self.fourSenders.runOnTestStore(schedule)
      #expect(issues.isEmpty, "\(schedule)")
      #expect(run.summary == [0, 11, 12, 13, 14], "\(schedule)")
      logs.insert(run.store.state.log)
    }
    #expect(logs.count == 24)
  }

  @Test(
    "by any seed ends an order-independent program in one state",
    .seeds(Deep.isFull ? Seeds.count / 10 : UInt64(1)))
  func oneFinalState() async {
    let seed = Seeds.current
    let program = Program.randomWithoutRaces(seed: seed)
    let expected = program.runOnModel().summary
    for schedule in Schedule.seeds(40) {
      let (run, issues) = await program.runOnTestStore(schedule)
      #expect(run.summary == expected, "seed \(seed) \(schedule) \(program)")
      #expect(issues.isEmpty, "seed \(seed) \(schedule) \(program)")
    }
  }

  @Test(
    "in order lets operations go on in the order in which they became ready",
    .deep(100, small: 10))
  func inOrder() async {
    for _ in 0..<Deep.size {
      let (run, _) = await Self.fourSenders.runOnTestStore(.inOrder)
      #expect(run.store.state.log == [0, 11, 12, 13, 14])
    }
  }

  @Test("leaves at most one effect per id with cancelInFlight, the newest", .seeds())
  func newestWins() async {
    let seed = Seeds.current
    var random = SeededRandom(seed)
    let operation = Operation(
      number: 1, steps: [.wait(gate: 0), .send(10), .wait(gate: 1), .send(11)],
      heedsCancellation: random.chance(50))
    let effect = Plan.cancellable(.run(operation), id: 0, cancelInFlight: true)
    let program = Program(reactions: [0: .init(effect: effect)])
    let issues = await IssueCollector.issues {
      let run = TestStoreRun(program, .seed(seed))
      for _ in 0..<(2 + random.number(below: 4)) {
        await run.carryOut(.send(0))
        #expect(run.store.inFlight.count == 1, "seed \(seed)")
        if random.chance(30) { await run.carryOut(.open(gate: 0)) }
      }
      let before = run.store.state.log.filter { $0 != 0 }
      #expect(before.allSatisfy { $0 == 10 }, "seed \(seed)")
      await run.carryOut(.open(gate: 0))
      await run.carryOut(.open(gate: 1))
      #expect(run.store.state.log.count { $0 == 11 } == 1, "seed \(seed)")
      #expect(run.store.state.log.last == 11, "seed \(seed)")
      await run.store.finish()
    }
    #expect(issues.isEmpty, "seed \(seed): \(issues)")
  }

  @Test(
    "lets nothing through after a cancel, even if it waits to be received", .seeds())
  func nothingAfterCancel() async {
    let seed = Seeds.current
    var random = SeededRandom(seed)
    let operations = (1...3).map { number in
      Plan.run(
        Operation(
          number: number, steps: [.wait(gate: 0), .send(10), .send(11)],
          heedsCancellation: random.chance(50)))
    }
    let program = Program(reactions: [
      0: .init(effect: .cancellable(.merge(operations), id: 0, cancelInFlight: false)),
      1: .init(effect: .cancel(id: 0)),
    ])
    let issues = await IssueCollector.issues {
      let run = TestStoreRun(program, .seed(seed))
      await run.store.send(.child(0)) { $0.log.append(0) }
      run.world.open(gate: 0)
      await run.store.settle()
      #expect(run.store.parkedCount == 3, "seed \(seed)")
      for _ in 0..<random.number(below: 3) {
        await run.store.receive(.child(10)) { $0.log.append(10) }
      }
      await run.store.send(.child(1)) { $0.log.append(1) }
      #expect(run.store.parkedCount == 0, "seed \(seed)")
      #expect(run.store.inFlight.isEmpty, "seed \(seed)")
      await run.store.finish()
      #expect(run.store.state.log.last == 1, "seed \(seed)")
    }
    #expect(issues.isEmpty, "seed \(seed): \(issues)")
  }

  // MARK: - Fixtures

  /// Starts four effects that can go on in any order.
  private static var fourSenders: Program {
    let senders = (1...4).map { number in
      Plan.run(Operation(number: number, steps: [.wait(gate: 0), .send(10 + number)]))
    }
    return Program(
      reactions: [0: .init(effect: .merge(senders))], commands: [.send(0), .open(gate: 0)])
  }
}
