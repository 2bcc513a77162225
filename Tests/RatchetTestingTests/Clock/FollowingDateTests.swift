import Foundation
import RatchetTesting
import TestSupport

@MainActor @Suite("A date that follows a clock")
struct FollowingDateTests {
  @Test("moves with the time that a test lets pass")
  func store() async {
    let store = TestStore(initialState: 1) {
      Stamps()
    } withDependencies: {
      $0.date = .following($0.continuousClock)
    }
    await store.send(true) { $0 = 0 }
    await store.advance(by: .milliseconds(1_500))
    await store.send(true) { $0 = 1.5 }
  }

  @Test("does not go back when a simulated program starts again")
  func restart() async {
    let start = Date(timeIntervalSince1970: 100)
    await simulate(Stamps(), from: 100, world: Last(), runs: 20) { world, last in
      world.send { _, _ in true }
      world.advance(upTo: .seconds(1))
      world.crash()
      world.dependencies { values, _ in
        values.date = .following(values.continuousClock, from: start)
      }
      world.always("time does not go back") { now in
        defer { last.time = max(now, last.time) }
        return now == 100 || now >= last.time
      }
      world.reached("time passes") { $0 > 101 }
    }
  }

  @Test("goes back where a printed test starts again, which the test says")
  func printed() async {
    let issues = await IssueCollector.issues {
      await simulate(Stamps(), from: 0, world: Last()) { world, last in
        world.advance(upTo: .seconds(1))
        world.crash()
        world.dependencies { values, _ in
          values.date = .following(values.continuousClock)
          last.time = values.date.now.timeIntervalSince1970
        }
        world.always("starts at once") { _ in last.time < 1 }
      }
    }
    let text = "  // The next clock starts at 0; in the simulation, it continues at 1.0 seconds.\n"
    #expect(issues.first?.contains(text) == true, "\(issues)")
  }

  @Test("starts now if the clock is another one")
  func immediateClock() async throws {
    let clock = ImmediateClock()
    try await clock.sleep(for: .seconds(60))
    let date = DateGenerator.following(clock, from: Date(timeIntervalSince1970: 5))
    #expect(date.now == Date(timeIntervalSince1970: 5))
    try await clock.sleep(for: .seconds(1))
    #expect(date.now == Date(timeIntervalSince1970: 6))
  }
}

private struct Last { var time = 0.0 }

/// Keeps when it was sent an action last, in seconds.
private struct Stamps: Reducer {
  @Dependency(\.date) var date

  func reduce(into state: inout Double, action: Bool) -> Effect<Bool> {
    state = date.now.timeIntervalSince1970
    return .none
  }
}
