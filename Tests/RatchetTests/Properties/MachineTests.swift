import RatchetTesting
import TestSupport

/// The model is stated in decision 39.
@MainActor @Suite("The machine that schedules model", .serialized)
struct MachineTests {
  @Test("shows only what a store can show, for programs of all kinds", .seeds())
  func sound() async {
    let program = MachineProgram.random(seed: Seeds.current)
    let possible = MachineModel(program: program).orders
    for strategy in [ScheduleStrategy.all(deviations: 2, limit: 10), .pct(10, depth: 3)] {
      await exploreSchedules(strategy) { schedule in
        let order = await program.run(schedule)
        #expect(possible.contains(order), "\(program) \(order)")
      }
    }
  }

  @Test("shows all that a store can show, for programs of all kinds but child tasks", .seeds())
  func complete() async {
    let program = MachineProgram.random(seed: Seeds.current)
    // So many orders of child tasks exist that seeds do not find them all.
    if program.has(.children) { return }
    let possible = MachineModel(program: program).orders
    var shown: Set<[String]> = []
    for schedule in Schedule.seeds(30_000) {
      if shown == possible { return }
      let order = await program.run(schedule)
      shown.insert(order)
      if !possible.contains(order) { break }
    }
    #expect(shown == possible, "\(program)")
  }

  @Test("has shown all when an exploration says that it is complete", .seeds())
  func explored() async {
    let program = MachineProgram.random(seed: Seeds.current, steps: 3)
    if program.has(.children) { return }
    let (report, shown) = await Self.explore(program)
    if report.isComplete { #expect(shown == MachineModel(program: program).orders, "\(program)") }
  }

  @Test(
    "is explored to the end for each pair of waits",
    arguments: [MachineProgram.Step.yield, .own, .shared, .sleepOne],
    [MachineProgram.Step.yield, .own, .sleepOne])
  func pairs(first: MachineProgram.Step, second: MachineProgram.Step) async {
    let program = MachineProgram([[first, .send], [second, .send]], isMerged: true)
    let (report, shown) = await Self.explore(program, limit: 2_000)
    #expect(report.isComplete)
    #expect(shown == MachineModel(program: program).orders)
    #expect(shown.count == 2)
  }

  private static func explore(
    _ program: MachineProgram, limit: Int = 200
  ) async -> (report: ExplorationReport, shown: Set<[String]>) {
    var shown: Set<[String]> = []
    let report = await exploreSchedules(.all(deviations: 100, limit: limit)) { schedule in
      shown.insert(await program.run(schedule))
    }
    return (report, shown)
  }
}
