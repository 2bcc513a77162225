import RatchetTesting

@MainActor @Suite("A condition that must hold within a time")
struct WithinTests {
  @Test("is checked when the time has passed, though a timer still runs")
  func timer() async {
    let issues = await IssueCollector.issues {
      await simulate(Ticks(), from: 0, runs: 1) { world in
        world.send { _, _ in true }
        world.eventually("has ticked ten times", within: .seconds(9.5)) { $0 >= 10 }
      }
    }
    #expect(issues.count == 1)
    #expect(
      issues.first?.contains(
        """
        "has ticked ten times" never held, even after faults stopped and 9.5 seconds passed. \
        The state:

        9
        """) == true, "\(issues)")
    #expect(
      issues.first?.contains("\n1. an effect sends false (9 times)\n\nTo run it") == true,
      "\(issues)"
    )
  }

  @Test("is checked at once if all is at rest, and others are checked later")
  func rest() async {
    let issues = await IssueCollector.issues {
      await simulate(Ticks(), from: 0, runs: 5) { world in
        world.send { _, _ in true }
        world.eventually("ticks on", within: .seconds(20)) { $0 == 20 }
        world.eventually("has ticked", within: .seconds(1)) { $0 == 1 }
      }
    }
    #expect(issues == [])
  }
}

// MARK: - Fixtures

/// Ticks each second.
private struct Ticks: Reducer {
  @Dependency(\.continuousClock) var clock

  var body: some Reducer<Int, Bool> {
    Reduce { state, isMove in
      if !isMove { state += 1 }
      return .none
    }
    .subscription(while: { _ in true }) {
      .run { send in
        while true {
          try await clock.sleep(for: .seconds(1))
          await send(false)
        }
      }
    }
  }
}
