import RatchetTesting
import TestSupport

@MainActor @Suite("The observers of a store that runs random programs", .serialized)
struct ObservedProgramTests {
  @Test("are told of each step in the documented order, and change nothing", .seeds())
  func order() async {
    let seed = Seeds.current
    let program = Program.random(seed: seed)
    let order = EventOrder()
    await {
      let run = await program.runOnStore(observers: [order])
      #expect(run.outcome == Outcome(program.runOnModel()), "\(program)")
      #expect(order.liveCount == 0, "\(program)")
      #expect(order.unreducedCount == 0, "\(program)")
      #expect(run.store.statistics.actionsDropped == order.dropped)
      run.end()
    }()
    #expect(order.hasEnded)
    #expect(order.violations == [], "\(program)")
  }

  @Test("hear the end last, of a store that is released while effects are in flight", .seeds())
  func release() async {
    let program = Program.random(seed: Seeds.current)
    let order = EventOrder()
    let world = await {
      let run = StoreRun(program, observers: [order])
      for command in program.commands.prefix(2) { await run.carryOut(command) }
      run.end()
      return run.world
    }()
    #expect(order.hasEnded)
    // Operations that ignore their cancellation go on after the end, of which nobody hears.
    for gate in Program.gates { world.open(gate: gate) }
    await world.comesToRest()
    #expect(order.liveCount == 0, "\(program)")
    #expect(order.violations == [], "\(program)")
  }

  @Test("of a test store are told in the same order, and change nothing", .seeds())
  func testStore() async {
    let seed = Seeds.current
    let program = Program.random(seed: seed)
    let order = EventOrder()
    let unobserved = await program.runOnTestStore(.seed(seed)).run.trace
    let observed = await program.runOnTestStore(.seed(seed), observers: [order])
    #expect(observed.run.trace == unobserved, "\(program)")
    #expect(observed.issues == [], "\(program)")
    #expect(order.liveCount == 0, "\(program)")
    #expect(order.unreducedCount == 0, "\(program)")
    #expect(order.violations == [], "\(program)")
  }
}
