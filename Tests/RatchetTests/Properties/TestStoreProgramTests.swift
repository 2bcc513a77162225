import RatchetTesting
import TestSupport

@MainActor @Suite("A test store, running random programs", .serialized)
struct TestStoreProgramTests {
  @Test("reduces the same actions as a store, if nothing races", .seeds())
  func sameAsStore() async {
    let seed = Seeds.current
    let program = Program.randomWithoutRaces(seed: seed)
    let storeRun = await program.runOnStore()
    let expected = storeRun.store.log.sorted()
    storeRun.end()
    #expect(expected == program.runOnModel().summary, "seed \(seed) \(program)")
    for schedule in [Schedule.inOrder, .seed(seed)] {
      let (run, issues) = await program.runOnTestStore(schedule)
      #expect(run.summary == expected, "seed \(seed) \(schedule) \(program)")
      #expect(run.reports == storeRun.outcome.reports, "seed \(seed) \(schedule) \(program)")
      #expect(issues.isEmpty, "seed \(seed) \(schedule) \(program)")
    }
  }

  @Test("gives the same trace for the same seed, byte for byte", .seeds())
  func sameTrace() async {
    let seed = Seeds.current
    let program = Program.random(seed: seed)
    let (first, issues) = await program.runOnTestStore(.seed(seed))
    let second = await program.runOnTestStore(.seed(seed)).run
    // It never re-enters a reducer, and leaves nothing, even if effects race.
    #expect(first.world.deepest <= 1, "seed \(seed) \(program)")
    #expect(issues.isEmpty, "seed \(seed) \(program)")
    #expect(first.store.inFlight.isEmpty, "seed \(seed) \(program)")
    #expect(first.trace == second.trace, "seed \(seed) \(program)")
    #expect(first.store.trace == second.store.trace, "seed \(seed) \(program)")
  }

  @Test("does the same when only the deviations of a seed are given, byte for byte", .seeds())
  func deviations() async {
    let seed = Seeds.current
    let program = Program.random(seed: seed)
    let first = await program.runOverlapping(.seed(seed)).run
    let deviations = first.store.deviations
    let second = await program.runOverlapping(.deviating(deviations)).run
    #expect(first.trace == second.trace, "seed \(seed) \(deviations) \(program)")
    #expect(first.store.trace == second.store.trace, "seed \(seed) \(deviations) \(program)")
    #expect(second.store.deviations == deviations, "seed \(seed) \(program)")
  }
}
