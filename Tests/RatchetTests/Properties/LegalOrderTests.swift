import RatchetTesting
import TestSupport

@MainActor @Suite("The order that a schedule shows", .serialized)
struct LegalOrderTests {
  @Test("is one that a store can show", .seeds())
  func exhaustive() async {
    let seed = Seeds.current
    let program = Program.random(seed: seed).withoutSendsWhileReducing
    let (run, _) = await program.runOnTestStore(.seed(seed))
    let log = run.store.state.log
    #expect(
      program.verdict(on: log, mayDelay: false) != .impossible, "seed \(seed) \(log) \(program)")
  }

  @Test("is one that a store can show, also if the test receives nothing", .seeds())
  func skipping() async {
    await check { await $0.runSkipping($1) }
  }

  @Test("is one that a store can show, also if the test continues before all is at rest", .seeds())
  func overlapping() async {
    await check { await $0.runOverlapping($1) }
  }

  private func check(
    _ run: (Program, Schedule) async -> (run: TestStoreRun, issues: [String])
  ) async {
    let seed = Seeds.current
    let program = Program.random(seed: seed).withoutSendsWhileReducing
    let (run, issues) = await run(program, .seed(seed))
    let log = run.store.state.log
    #expect(issues.isEmpty, "seed \(seed) \(program)")
    #expect(
      program.verdict(on: log, mayDelay: true) != .impossible, "seed \(seed) \(log) \(program)")
  }

  @Test(
    "is found for all but a few random programs, so that the other tests mean something",
    .deep(200, small: 20))
  func decided() async {
    var unknown = 0
    for seed in 0..<UInt64(Deep.size) {
      let program = Program.random(seed: seed).withoutSendsWhileReducing
      let (run, _) = await program.runOnTestStore(.seed(seed))
      if program.verdict(on: run.store.state.log, mayDelay: false) == .unknown { unknown += 1 }
    }
    #expect(unknown < Deep.size / 10)
  }

  @Test("would be found out if it were not")
  func teeth() {
    let operations = [10, 20].enumerated().map { number, action in
      Plan.run(
        Operation(number: number, steps: [.wait(gate: 0), .send(action), .send(action + 1)]))
    }
    let program = Program(
      reactions: [0: .init(effect: .merge(operations))],
      commands: [.send(0), .open(gate: 0), .send(1)])
    #expect(program.verdict(on: [0, 10, 11, 20, 21, 1], mayDelay: false) == .possible)
    #expect(program.verdict(on: [0, 20, 21, 10, 11, 1], mayDelay: false) == .possible)
    #expect(program.verdict(on: [0, 10, 20, 11, 21, 1], mayDelay: true) == .impossible)
    #expect(program.verdict(on: [0, 10, 11, 1, 20, 21], mayDelay: false) == .impossible)
    #expect(program.verdict(on: [0, 10, 11, 1, 20, 21], mayDelay: true) == .possible)
    #expect(program.verdict(on: [0, 11, 10, 1, 20, 21], mayDelay: true) == .impossible)
  }
}
