import RatchetTesting
import TestSupport

@MainActor @Suite("A simulation with a limit of what is sent")
struct SentTests {
  @Test("fails if actions with one key are sent more often, and prints a test that counts them")
  func key() async {
    let issues = await IssueCollector.issues {
      await simulate(Keeps(), from: 0) { world in
        world.send { _, draw in draw.int(in: 0...9) }
        world.sent("each number above one is sent once", atMost: 1) { _, action in
          if action > 1 { action } else { nil }
        }
      }
    }
    #expect(issues.count == 1)
    #expect(
      issues.first?.contains(
        """
        "each number above one is sent once" does not hold. 2 actions were counted for 2. The state:

        2

        The shortest story found
        """) == true, "\(issues)")
    #expect(issues.first?.contains("\n1. send 2\n2. send 2\n\n") == true, "\(issues)")
    #expect(
      issues.first?.contains(
        """
        {
          var counts: [AnyHashable?: Int] = [:]
          let store = TestStore(initialState: 0) {
            Keeps()
            Reduce { state, action in
              let key: AnyHashable? = { _, action in
                if action > 1 { action } else { nil }
              }(state, action)
              if key != nil { counts[key, default: 0] += 1 }
              #expect(counts[key, default: 0] <= 1)
              return .none
            }
          }
          store.exhaustivity = .off
          await store.send(2)
          await store.send(2)
        }
        """) == true, "\(issues)")
  }

  /// What the simulation above prints.
  @Test("prints a test that fails like it")
  func printed() async throws {
    @MainActor func simulationFailure() async {
      var counts: [AnyHashable?: Int] = [:]
      let store = TestStore(initialState: 0) {
        Keeps()
        Reduce { state, action in
          let key: AnyHashable? = { _, action in
            if action > 1 { action } else { nil }
          }(state, action)
          if key != nil { counts[key, default: 0] += 1 }
          #expect(counts[key, default: 0] <= 1)
          return .none
        }
      }
      store.exhaustivity = .off
      await store.send(2)
      await store.send(2)
    }
    try await expectIssues {
      await simulationFailure()
    } matching: { _ in
      true
    }
  }

  @Test("counts what effects send, and begins again with each run")
  func effects() async {
    let report = await simulate(CountsDown(), from: 0, runs: 20, length: 2) { world in
      world.send { state, _ in state == 0 ? 3 : nil }
      world.sent("counts down once", atMost: 3) { _, _ in true }
    }
    #expect(report.looks["counts down once"] == 3 * (report.sent["3"] ?? 0))
  }

  @Test("has one name for each condition")
  func names() async {
    let issues = await IssueCollector.issues {
      await simulate(Keeps(), from: 0) { world in
        world.send { _, _ in 1 }
        world.always("holds") { _ in true }
        world.sent("holds", atMost: 1) { _, _ in nil }
      }
    }
    #expect(issues.first?.contains("Two conditions are named \"holds\"") == true)
  }
}
