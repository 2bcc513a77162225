import RatchetTesting
import TestSupport

@MainActor @Suite("A store, running random programs", .serialized)
struct StoreProgramTests {
  @Test("does what the model does, action by action, and in the end nothing is left", .seeds())
  func model() async {
    let seed = Seeds.current
    let program = Program.random(seed: seed)
    let run = await program.runOnStore()
    #expect(run.outcome == Outcome(program.runOnModel()), "seed \(seed) \(program)")
    // It never re-enters a reducer.
    #expect(run.world.deepest <= 1, "seed \(seed) \(program)")
    #expect(run.store.registry.isClean, "seed \(seed) \(program)")
    let statistics = run.store.statistics
    #expect(statistics.actions == run.store.log.count, "seed \(seed) \(program)")
    #expect(
      statistics.effectsStarted == statistics.effectsFinished + statistics.effectsCancelled,
      "seed \(seed) \(program)")
    #expect(statistics.effectsUnwinding == 0, "seed \(seed) \(program)")
    run.end()
  }
}
