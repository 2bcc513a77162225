import RatchetTesting
import TestSupport

/// The model is stated in decision 39.
@MainActor
@Suite(
  "The machine that schedules model", .serialized,
  .with(ExplorationTime.$defaultLimit, .seconds(600)))
struct MachineTests {
  /// Few in a default run: each explores one program.
  private static let seeds = Deep.isFull ? Seeds.count : 3

  @Test("shows only what a store can show, for programs of all kinds", .seeds(Self.seeds))
  func sound() async {
    let program = MachineProgram.random(seed: Seeds.current)
    let possible = program.possibleOrders
    for strategy in [ScheduleStrategy.all(deviations: 2, limit: 10), .pct(10, depth: 3)] {
      // Collects the warning of programs that have one order.
      let issues = await IssueCollector.issues {
        await exploreSchedules(strategy) {
          let schedule = Schedule.current
          let order = await program.run(schedule)
          #expect(possible.contains(order), "\(program) \(order)")
        }
      }
      #expect(issues.isEmpty)
    }
  }

  @Test(
    "shows all that a store can show, for programs of all kinds but child tasks", .seeds(Self.seeds)
  )
  func complete() async {
    let program = MachineProgram.random(seed: Seeds.current)
    // So many orders of child tasks exist that seeds do not find them all.
    if !program.has(.children) { await program.expectAllOrders() }
  }

  @Test(
    "has shown all when an exploration says that it is complete",
    .seeds(Deep.isFull ? Seeds.count : UInt64(1)))
  func explored() async throws {
    let program = MachineProgram.random(seed: Seeds.current, steps: 3)
    if program.has(.children) { return }
    let (report, shown) = try await Self.explore(program)
    if report.isComplete { #expect(shown == program.possibleOrders, "\(program)") }
  }

  @Test(
    "is explored to the end for each pair of waits",
    arguments: Deep.isFull ? [MachineProgram.Step.yield, .own, .shared, .sleepOne] : [.yield],
    Deep.isFull ? [MachineProgram.Step.yield, .own, .sleepOne] : [.yield, .own])
  func pairs(first: MachineProgram.Step, second: MachineProgram.Step) async throws {
    let program = MachineProgram([[first, .send], [second, .send]], isMerged: true)
    let (report, shown) = try await Self.explore(program, limit: 2_000)
    #expect(report.isComplete)
    #expect(shown == program.possibleOrders)
    #expect(shown.count == 2)
  }

  @Test("is explored to the end for four effects that send, in few schedules more than orders")
  func fourSends() async throws {
    let program = MachineProgram(Array(repeating: [.yield, .send], count: 4), isMerged: true)
    let (report, shown) = try await Self.explore(program)
    #expect(report.isComplete)
    #expect(report.count == 48)
    #expect(shown.count == 24)
  }

  private static func explore(
    _ program: MachineProgram, limit: Int = 200
  ) async throws -> (report: ExplorationReport, shown: Set<[String]>) {
    var shown: Set<[String]> = []
    var report: ExplorationReport?
    // A warning that there is only one order is right for some programs.
    let (issues, _) = await IssueCollector.all {
      report = await exploreSchedules(.all(deviations: 100, limit: limit)) {
        let schedule = Schedule.current
        shown.insert(await program.run(schedule))
      }
    }
    #expect(issues == [])
    return (try #require(report), shown)
  }
}
