import RatchetTesting
import TestSupport

@MainActor @Suite("The orders that schedules show", .serialized)
struct CompleteOrderTests {
  @Test("are all that a store can show, for every program of up to five steps")
  func enumerated() async {
    let programs = (1...5).flatMap { MachineProgram.ofYieldsAndSends(steps: $0) }
    #expect(programs.count == 1_364)
    // All of them in release, a tenth in debug, as for seeds, of which a default run has less.
    let stride = max(1, 1_000 / Int(Seeds.count)) * (Deep.isFull ? 1 : 10)
    for index in Swift.stride(from: 0, to: programs.count, by: stride) {
      await programs[index].expectAllOrders()
    }
  }

  @Test(
    "are all that a store can show, for random programs",
    .seeds(Deep.isFull ? Seeds.count : UInt64(8)))
  func random() async {
    await MachineProgram.random(seed: Seeds.current, of: [.yield, .send, .note]).expectAllOrders()
  }

  @Test(
    "are all reached by exploration, which runs no schedule twice",
    .seeds(Deep.isFull ? UInt64(20) : UInt64(6)))
  func explored() async {
    let program = MachineProgram.random(seed: Seeds.current, of: [.yield, .send, .note])
    var shown: Set<[String]> = []
    var schedules: Set<Schedule> = []
    var report: ExplorationReport?
    // Collects the warning of programs that have one order.
    let issues = await IssueCollector.issues {
      report = await exploreSchedules(.all(deviations: 100, limit: 2_000)) {
        let schedule = Schedule.current
        schedules.insert(schedule)
        shown.insert(await program.run(schedule))
      }
    }
    #expect(issues.isEmpty && report?.count == schedules.count)
    #expect(shown.isSubset(of: program.possibleOrders))
    if report?.isComplete == true { #expect(shown == program.possibleOrders) }
  }

  @Test("would differ if a schedule could not let one effect run far ahead of another")
  func teeth() {
    let program = MachineProgram(
      [[.yield, .send], [.yield, .yield, .yield, .send]], isMerged: true)
    #expect(program.possibleOrders == [["0.1", "1.3"], ["1.3", "0.1"]])
    let overlapping = MachineProgram([[.yield, .note], [.note]], isMerged: false)
    #expect(overlapping.possibleOrders == [["0.1", "1.0"], ["1.0", "0.1"]])
  }
}

extension MachineProgram {
  /// All programs of so many steps that yield and send, cut into effects in every way.
  fileprivate static func ofYieldsAndSends(steps count: Int) -> [MachineProgram] {
    (0..<1 << count).flatMap { kinds in
      (0..<1 << (count - 1)).flatMap { cuts in
        var effects: [[Step]] = [[]]
        for step in 0..<count {
          effects[effects.count - 1].append(kinds >> step & 1 == 0 ? .yield : .send)
          if step < count - 1, cuts >> step & 1 == 1 { effects.append([]) }
        }
        return [true, false].map { MachineProgram(effects, isMerged: $0) }
      }
    }
  }
}
