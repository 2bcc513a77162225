import RatchetTesting
import TestSupport

@MainActor
@Suite("A schedule that a failure prints", .with(ExplorationTime.$defaultLimit, .seconds(600)))
struct PrintedScheduleTests {
  @Test(
    "is a literal on one line, under which the test fails again, whatever the names of the effects",
    arguments: [
      (["save", "load"], ##"#"run "load" #2 before "save" #1"#"##),
      (["x", "x"], ##"#"run "x" #2 before "x" #1"#"##),
      (["a; b", "a (time 2)"], ##"#"run "a (time 2)" #2 before "a; b" #1"#"##),
      (["\"#", "\\#n"], ###"##"run "\#n" #2 before ""#" #1"##"###),
      (["two\nlines", "\0"], #""run \"\0\" #2 before \"two\nlines\" #1""#),
      (["👨‍👩‍👧", "e\u{301}"], ##"#"run "é" #2 before "👨‍👩‍👧" #1"#"##),
    ])
  func literal(names: [String], expected: String) async throws {
    let issues = await IssueCollector.issues {
      await exploreSchedules(.all(deviations: 1)) { await Self.race(names, .current) }
    }
    let issue = try #require(issues.first)
    #expect(issue.hasPrefix("The schedule .deviating(\(expected)) fails: "))
    #expect(issue.hasSuffix("'schedule: .deviating(\(expected))'."))
    let deviation = "run \"\(names[1])\" #2 before \"\(names[0])\" #1"
    #expect(Schedule.deviating(deviation).description == ".deviating(\(expected))")
    let again = await IssueCollector.issues { await Self.race(names, .deviating(deviation)) }
    #expect(again.count == 1)
  }

  @Test("has long names cut")
  func longNames() async throws {
    let name = String(repeating: "name ", count: 2_000)
    let issues = await IssueCollector.issues {
      await exploreSchedules(.all(deviations: 1)) { await Self.race([name, name], .current) }
    }
    let issue = try #require(issues.first)
    #expect(issue.utf8.count < 10_000)
    let cut = name.prefix(300) + "..."
    let deviation = "run \"\(cut)\" #2 before \"\(cut)\" #1"
    #expect(issue.contains(".deviating(\(Schedule.deviating(deviation).description.dropFirst(11))"))
    let again = await IssueCollector.issues { await Self.race([name], .deviating(deviation)) }
    #expect(again.isEmpty)
  }

  @Test("that asks for what never becomes possible is a warning, since the test runs in order")
  func unused() async {
    let (issues, warnings) = await IssueCollector.all {
      let store = Self.store(["save", "load"], .deviating("run load before save"))
      await store.send(.start)
      await store.finish()
    }
    #expect(issues.isEmpty)
    #expect(
      warnings == [
        """
        These deviations of the schedule were never possible: run load before save

        From that point the test ran in the default order, so it may no longer reproduce the \
        failure. Either the test or the feature has changed since the schedule was printed, or its \
        text was not copied exactly. To fix this, explore the schedules again, and use the one \
        that is printed.
        """
      ])
  }

  @Test("that can be followed to its end is no warning, and nor is what an exploration tries")
  func used() async {
    let (_, warnings) = await IssueCollector.all {
      await Self.race(["save", "load"], .deviating(##"run "load" #2 before "save" #1"##))
      await exploreSchedules(.all(deviations: 2)) { await Self.race(["save", "load"], .current) }
    }
    #expect(warnings.isEmpty)
  }

  @Test("is one for each test store, under which the test fails again")
  func severalStores() async throws {
    let issues = await IssueCollector.issues {
      await exploreSchedules(.all(deviations: 2)) { await Self.twoRaces(.current, .current) }
    }
    let issue = try #require(issues.first)
    #expect(issue.hasPrefix("The schedule of 2 test stores fails: "))
    let deviations = [##"run "load" #2 before "save" #1"##, ##"run "write" #2 before "read" #1"##]
    #expect(
      issue.contains(
        """
        It deviates from the default order:

        test store 1: \(deviations[0])
        test store 2: \(deviations[1])

        """))
    let schedules = deviations.map(Schedule.deviating)
    #expect(
      issue.hasSuffix(
        """
        To run it alone, give the test stores, in order of creation, 'schedule: \(schedules[0])', \
        'schedule: \(schedules[1])'.
        """))
    let again = await IssueCollector.all { await Self.twoRaces(schedules[0], schedules[1]) }
    #expect(again.issues.count == 1)
    #expect(again.warnings.isEmpty)
  }

  @Test("is in order for a test store that does not deviate")
  func oneOfSeveralStores() async throws {
    let issues = await IssueCollector.issues {
      await exploreSchedules(.all(deviations: 1)) { await Self.secondRace(.current, .current) }
    }
    let issue = try #require(issues.first)
    let schedule = Schedule.deviating(##"run "write" #2 before "read" #1"##)
    #expect(issue.hasSuffix("in order of creation, 'schedule: .inOrder', 'schedule: \(schedule)'."))
    let again = await IssueCollector.all { await Self.secondRace(.inOrder, schedule) }
    #expect(again.issues.count == 1)
    #expect(again.warnings.isEmpty)
  }

  @Test("is tried only in the test stores that are given it")
  func storeWithoutSchedule() async {
    var counts: [Int] = []
    for hasOther in [false, true] {
      let report = await exploreSchedules(.all(deviations: 2)) {
        let schedule = Schedule.current
        for schedule in hasOther ? [.seed(1), schedule] : [schedule] {
          let store = Self.store(["save", "load"], schedule)
          await store.send(.start)
          await store.finish()
        }
      }
      #expect(report.isComplete)
      counts.append(report.count)
    }
    #expect(counts[0] > 1)
    #expect(counts[0] == counts[1])
  }

  @Test("has one line for effects that run in turn, and the last of many events")
  func longStory() async {
    let issues = await IssueCollector.issues {
      await exploreSchedules(.all(deviations: 0)) {
        let store = TestStore(initialState: 0) {
          Reduce<Int, Int> { state, action in
            state = action
            let yielding = Effect<Int>.run { _ in for _ in 0..<3 { await Task.yield() } }
            return action == 300 ? .merge(yielding, yielding) : .none
          }
        }
        for number in 1...300 { await store.send(number) { $0 = number } }
        await store.finish()
        store.expect { $0 = 0 }
      }
    }
    #expect(issues.first?.contains("\n\n... (405 before)\n406. ") == true, "\(issues)")
    #expect(issues.first?.contains(". effect #1, effect #2 run in turn\n") == true)
  }

  @Test("has no deviations that only another test store would have")
  func shrunkForSeveralStores() async throws {
    let issues = await IssueCollector.issues {
      await exploreSchedules(200) { await Self.twoRaces(.current, .current) }
    }
    let issue = try #require(issues.first)
    #expect(
      issue.contains(
        ##"""
        It deviates from the default order:

        test store 1: run "load" #2 before "save" #1
        test store 2: run "write" #2 before "read" #1

        Under this schedule:
        """##))
    let seed = try #require(issue.firstMatch(of: /^The schedule of seed (\d+) fails/)?.1)
    #expect(
      issue.hasSuffix(
        """
        To run it alone, give each test store 'schedule: .seed(\(seed))', or call \
        'exploreSchedules(1, from: \(seed))'.
        """))
    let schedule = Schedule.seed(try #require(UInt64(seed)))
    let again = await IssueCollector.issues { await Self.twoRaces(schedule, schedule) }
    #expect(again.count == 1)
  }

  private static func store(
    _ names: [String], _ schedule: Schedule
  ) -> TestStore<[Int], Numbered.Action> {
    let store = TestStore(initialState: [Int](), schedule: schedule) {
      Numbered(names: names)
    }
    store.exhaustivity = .off
    return store
  }

  /// Fails if the second effect sends first in both test stores.
  private static func twoRaces(_ schedule: Schedule, _ other: Schedule) async {
    let first = store(["save", "load"], schedule)
    let second = store(["read", "write"], other)
    for store in [first, second] {
      await store.send(.start)
      await store.finish()
    }
    if first.state == [1, 0], second.state == [1, 0] { second.expect { $0 = [] } }
  }

  /// Fails if the second effect sends first in the second test store; their steps alternate.
  private static func secondRace(_ schedule: Schedule, _ other: Schedule) async {
    let first = store(["save", "load"], schedule)
    let second = store(["read", "write"], other)
    await first.send(.start)
    await second.send(.start)
    await first.finish()
    await second.finish()
    if second.state == [1, 0] { first.expect { $0 = [] } }
  }

  /// Fails if the first effect does not send first.
  private static func race(_ names: [String], _ schedule: Schedule) async {
    let store = store(names, schedule)
    await store.send(.start)
    await store.finish()
    store.expect { $0 = Array(names.indices) }
  }
}

// MARK: - Fixtures

/// Starts effects with names that send their numbers, each after it has suspended.
private struct Numbered: Reducer {
  enum Action { case start, sent(Int) }

  let names: [String]

  func reduce(into state: inout [Int], action: Action) -> Effect<Action> {
    switch action {
    case .start:
      return .merge(
        names.enumerated().map { number, name in
          .run(name: name) { send in
            await Task.yield()
            await send(.sent(number))
          }
        })
    case .sent(let number):
      state.append(number)
      return .none
    }
  }
}
