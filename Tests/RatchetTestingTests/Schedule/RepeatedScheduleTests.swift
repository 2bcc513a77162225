import RatchetTesting

@MainActor @Suite("A test that is explored fails if it does not do the same again:")
struct RepeatedScheduleTests {
  @Test("it ends in another state")
  func finalState() async {
    let issues = await explored { run, schedule in
      let store = TestStore(initialState: 0, schedule: schedule) {
        Reduce<Int, Bool> { state, _ in
          state = run
          return .none
        }
      }
      await store.send(true) { $0 = run }
    }
    #expect(issues == [Self.failure(2, "the state at the end: 1", "the state at the end: 2")])
  }

  @Test("it fails only then")
  func failure() async {
    let issues = await explored { run, schedule in
      let store = TestStore(initialState: 0, schedule: schedule) { Keeps() }
      if run == 2 { store.expect { $0 = 7 } }
    }
    #expect(issues.count == 1)
    let text = "+ the test fails: The state is not what was expected:"
    #expect(issues.first?.contains("\n- nothing\n\(text)\n") == true, "\(issues)")
  }

  /// The issues of exploring a test that is given the number of the run.
  private func explored(
    _ test: @MainActor (_ run: Int, Schedule) async throws -> Void
  ) async -> [String] {
    var runs = 0
    return await IssueCollector.issues {
      await #expect(throws: Never.self) {
        try await exploreSchedules(.random(1)) { schedule in
          runs += 1
          try await test(runs, schedule)
        }
      }
    }
  }

  private static func failure(_ number: Int, _ first: String, _ again: String) -> String {
    """
    The test is not deterministic: under the same schedule, .seed(0), event \(number) was different:

    - \(first)
    + \(again)

    (- first, + again)

    It depends on something that the schedule does not control: usually a variable outside of the \
    test that the first run changed, or the order of a 'Dictionary' or 'Set'; otherwise real time, \
    'Task.detached', another thread, or random numbers without a seed. To fix this, create the \
    variable in the test, sort the elements, or make the rest a dependency.
    """
  }
}

@MainActor @Suite("An exploration")
struct ExplorationUseTests {
  @Test("whose test stores all have schedules of their own fails, since it tests nothing")
  func unusedSchedule() async {
    let issues = await IssueCollector.issues {
      let report = await exploreSchedules(.random(10)) {
        let store = TestStore(initialState: 0, schedule: .inOrder) { Keeps() }
        await store.send(1) { $0 = 1 }
      }
      #expect(report.count == 1)
      #expect(!report.isComplete)
    }
    #expect(
      issues == [
        """
        The exploration tests nothing: each of its test stores has its own schedule.

        To fix this, create a test store without the argument 'schedule'.
        """
      ])
  }

  @Test("makes its schedules one by one, however many and deep they are to be")
  func manySchedules() async {
    let strategies: [ScheduleStrategy] = [
      .random(.max), .pct(.max, depth: .max), .pct(.max, depth: .min),
    ]
    for strategy in strategies {
      var runs = 0
      let issues = await IssueCollector.issues {
        await exploreSchedules(strategy) {
          runs += 1
          let store = TestStore(initialState: 0) { Keeps() }
          if runs == 4 { store.expect { $0 = 7 } }
        }
      }
      #expect(issues.count == 1)
    }
  }

  @Test("releases the actions of its runs")
  func released() async {
    final class Token: Sendable {}
    weak var last: Token?
    await exploreSchedules(3) {
      let token = Token()
      last = token
      let store = TestStore(initialState: 0) {
        Reduce<Int, Token> { _, _ in .run { _ in await Task.yield() } }
      }
      await store.send(token)
      await store.finish()
    }
    #expect(last == nil)
  }

  @Test("ends after a time, at the latest after the schedule that it is in")
  func timeLimit() async {
    let (_, warnings) = await IssueCollector.all {
      let report = await exploreSchedules(.random(.max), for: .zero) {
        let store = TestStore(initialState: 0) { Keeps() }
        await store.send(1) { $0 = 1 }
      }
      #expect(report.count == 1)
      #expect(!report.isComplete)
    }
    #expect(warnings.count == 1)
  }

  @Test("changes priorities within the length of the longest run so far")
  func lengths() async {
    var lengths: [Int] = []
    await exploreSchedules(.pct(20, depth: 3)) { schedule in
      if case .priorities(_, _, let length) = schedule { lengths.append(length) }
      let store = TestStore(initialState: Race.State()) {
        Race(kind: .jobs, rounds: 1)
      }
      store.exhaustivity = .off
      await store.send(.start(0))
      await store.finish()
    }
    #expect(lengths.first == 0)
    #expect(lengths == lengths.sorted())
    #expect((2..<30).contains(lengths.last ?? 0))
  }
}
