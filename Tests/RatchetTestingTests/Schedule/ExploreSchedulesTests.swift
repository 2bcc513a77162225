import RatchetTesting
import TestSupport

@MainActor @Suite("Exploring schedules")
struct ExploreSchedulesTests {
  @Test("names the first seed that fails, what happened under it, and how to run it alone")
  func report() async throws {
    let issues = await IssueCollector.issues {
      await exploreSchedules(1_000) { await Self.searchTwice(.current) }
    }
    let issue = try #require(issues.first)
    #expect(issues.count == 1)
    let seed = try #require(
      UInt64(issue.dropFirst("The schedule of seed ".count).prefix { $0 != " " }))
    #expect(SearchReport.withoutJobs(issue) == SearchReport.text(of: seed))
    // The first event that differs is marked, under the schedule and in order.
    #expect(issue.split(separator: "\n").count { $0.hasPrefix("> ") } == 2)

    let again = await IssueCollector.issues {
      await exploreSchedules(1, from: seed) { await Self.searchTwice(.current) }
    }
    #expect(again == [issue])
    let before = await IssueCollector.issues {
      await exploreSchedules(Int(seed)) { await Self.searchTwice(.current) }
    }
    #expect(before.isEmpty)
  }

  @Test("stops at the first seed that fails, and then asks whether the test fails in order too")
  func first() async {
    var schedules: [Schedule] = []
    let issues = await IssueCollector.issues {
      await exploreSchedules(5, from: 10) {
        let schedule = Schedule.current
        schedules.append(schedule)
        let store = TestStore(initialState: 0) { EmptyReducer<Int, Int>() }
        if schedule == .seed(12) { store.expect { $0 = 1 } }
      }
    }
    // The last one is for the story, which includes how the state changes.
    #expect(schedules == [.seed(10), .seed(11), .seed(12), .inOrder, .inOrder])
    #expect(
      issues == [
        """
        The schedule of seed 12 fails: The state is not what was expected:

          - 1
          + 0

        (- expected, + actual)

        To run it alone, give the test store 'schedule: .seed(12)', or call 'exploreSchedules(1, from: 12)'.
        """
      ])
  }

  @Test("names the seed of an error that is thrown, and throws it on")
  func thrown() async {
    let issues = await IssueCollector.issues {
      await #expect(throws: CancellationError.self) {
        try await exploreSchedules(5) {
          if Schedule.current == .seed(3) { throw CancellationError() }
        }
      }
    }
    #expect(
      issues == [
        """
        The schedule of seed 3 fails: The body threw an error: CancellationError()

        To run it alone, give the test store 'schedule: .seed(3)', or call 'exploreSchedules(1, from: 3)'.
        """
      ])
  }

  @Test("sees no failure in a known issue, says so, and can expect a failure instead")
  func expectedFailure() async throws {
    var report: ExplorationReport?
    let (issues, warnings) = try await IssueCollector.all {
      try await expectIssues {
        await withKnownIssue { await exploreSchedules(1) { #expect(Bool(false)) } }
      } matching: { _ in
        true
      }
      report = await exploreSchedules(.random(5), expectingFailure: true) {
        if Schedule.current == .seed(2) { #expect(Bool(false)) }
      }
      await exploreSchedules(.random(5), expectingFailure: true) {}
    }
    #expect(report?.count == 3 && report?.failure?.contains("Bool(false)") == true)
    #expect(
      issues == [
        """
        A failure was expected, but none of 5 schedules failed.

        To fix this, remove 'expectingFailure: true' if the feature is correct. Otherwise, explore \
        more schedules.
        """
      ])
    #expect(
      warnings == [
        """
        Known issues were recorded under 1 schedule.

        They are not failures: they ended neither their runs nor the exploration. To fix this, \
        call 'exploreSchedules(..., expectingFailure: true)' instead of wrapping it in \
        'withKnownIssue'.
        """
      ])
  }

  @Test("takes a failed expectation for a failure of the schedule, and shortens that")
  func expectation() async throws {
    let issues = await IssueCollector.issues {
      await exploreSchedules(1_000) {
        let schedule = Schedule.current
        let result = await Self.lastResult(schedule)
        expect(Search(), given: Search.State(), when: .found("a"), then: { $0.result = "a" })
        #expect(result != "old")
      }
    }
    #expect(issues.count == 1)
    let issue = try #require(issues.first)
    #expect(issue.contains(" fails: Expectation failed: "))
    #expect(
      issue.contains(
        """
        It deviates from the default order:

        run "search" #2 before "search" #1
        """))
  }

  @Test("leaves known issues to those who know them")
  func knownIssue() async throws {
    var runs = 0
    let issues = try await IssueCollector.issues {
      try await expectIssues {
        await exploreSchedules(1) {
          runs += 1
          withKnownIssue { #expect(runs == 0) }
        }
      } matching: { _ in
        true
      }
    }
    #expect(issues.isEmpty)
    #expect(runs == 1)
  }

  @Test("sees what is left at the end of a test, and that it is left without a schedule too")
  func end() async {
    let issues = await IssueCollector.issues {
      await exploreSchedules(5) {
        let store = TestStore(initialState: Search.State()) { Search() }
        await store.send(.search("old")) { $0.query = "old" }
      }
    }
    #expect(issues.count == 1)
    let start =
      "The test fails in the default order; no schedule is needed: The test ended too early."
    #expect(issues.first?.hasPrefix(start) == true)
    let first = #"In the default order:\#n\#n1. the test sends search("old")"#
    #expect(issues.first?.contains(first) == true)
  }

  @Test("is silent when every schedule passes, and runs none if there are none")
  func passes() async {
    var runs = 0
    let issues = await IssueCollector.issues {
      await exploreSchedules(100) { runs += 1 }
      await exploreSchedules(0) { runs += 1 }
      await exploreSchedules(-1) { runs += 1 }
    }
    #expect(issues.isEmpty)
    #expect(runs == 100)
  }

  @Test("can be test cases of their own", arguments: Schedule.seeds(3, from: 40))
  func seeds(schedule: Schedule) {
    #expect([".seed(40)", ".seed(41)", ".seed(42)"].contains(schedule.description))
  }

  private static func searchTwice(_ schedule: Schedule) async {
    let store = TestStore(initialState: Search.State(), schedule: schedule) { Search() }
    await store.send(.search("old")) { $0.query = "old" }
    await store.send(.search("new")) { $0.query = "new" }
    await store.advance(by: .seconds(1))
    await store.receive(where: { _ in true }) { $0.result = "old" }
    await store.receive(where: { _ in true }) { $0.result = "new" }
  }

  /// What two searches show at the end, in a test that asserts nothing by itself.
  private static func lastResult(_ schedule: Schedule) async -> String {
    let store = TestStore(initialState: Search.State(), schedule: schedule) { Search() }
    store.exhaustivity = .off
    await store.send(.search("old"))
    await store.send(.search("new"))
    await store.advance(by: .seconds(1))
    await store.skipReceivedActions()
    return store.state.result
  }
}

// MARK: - Fixtures

private struct Search: Reducer {
  struct State: Equatable {
    var query = ""
    var result = ""
  }

  enum Action: Equatable {
    case search(String)
    case found(String)
  }

  @Dependency(\.continuousClock) var clock

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .search(let query):
      state.query = query
      return .run(
        name: "search",
        operation: { send in
          try await clock.sleep(for: .seconds(1))
          await send(.found(query))
        }, fileID: "Search.swift", line: 1)
    case .found(let result):
      state.result = result
      return .none
    }
  }
}
