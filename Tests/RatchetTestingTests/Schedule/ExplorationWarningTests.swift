import RatchetTesting

@MainActor @Suite("An exploration")
struct ExplorationWarningTests {
  @Test("says so if actions came in one order only")
  func oneOrder() async {
    var report: ExplorationReport?
    let (_, warnings) = await IssueCollector.all {
      report = await exploreSchedules(.all(deviations: 1)) {
        await ExploreAllTests.start(isFixed: true, .current)
      }
    }
    let count = report?.count ?? 0
    #expect(report?.hasOneOrder == true)
    #expect(report?.description == "\(count) schedules, 1 final state, 1 order of actions")
    #expect(
      warnings == [
        """
        Actions were sent in only one order, under \(count) schedules:

        start(0)
        early
        late

        So no answer was late. Fakes that never suspend, or that all wait for one actor, answer in \
        order. To fix this, make each fake suspend on its own, with 'await Task.yield()' or \
        'clock.sleep(for:)', and send the next action before the last answer is received.
        """
      ])
    report = await exploreSchedules(.all(deviations: 1)) { await ExploreAllTests.start(.current) }
    #expect(report?.hasOneOrder == false)
  }

  @Test("stops after a minute if no limit is given, says what is left, and tells how it gets on")
  func time() async {
    let (_, warnings) = await IssueCollector.all {
      await ExplorationTime.$defaultLimit.withValue(.zero) {
        await exploreSchedules(5) { await ExploreAllTests.start(.current) }
      }
      await exploreSchedules(.random(5), for: .zero) { await ExploreAllTests.start(.current) }
    }
    #expect(
      warnings == [
        """
        The exploration stopped after 0 s, the default limit. 1 schedules ran, and at least 4 did \
        not; the first of these is .seed(1).

        To fix this, explore fewer deviations or seeds, or set a limit: \
        'exploreSchedules(.random(1_000), for: .seconds(600))'.
        """,
        """
        The exploration stopped after 0 s, its limit. 1 schedules ran, and at least 4 did not; the \
        first of these is .seed(1).

        To fix this, explore fewer deviations or seeds, or set a longer limit: \
        'exploreSchedules(.random(1_000), for: .seconds(600))'.
        """,
      ])
    var endless = ExplorationTime(.seconds(Int.max))
    #expect(endless.line(after: 10, in: .seconds(10)) != nil)
    var time = ExplorationTime(nil)
    #expect(time.line(after: 90, in: .seconds(9)) == nil)
    #expect(
      time.line(after: 120, in: .seconds(12)) == """
        120 schedules ran in 12 s, 10 a second, and none failed. This ends after 60 s; \
        'exploreSchedules(…, for: .seconds(30))' sets another limit.
        """)
    #expect(time.line(after: 190, in: .seconds(19)) == nil)
    #expect(time.line(after: 200, in: .seconds(20)) != nil)
  }

  @Test("spends no time on what other tests do meanwhile on the main actor")
  func otherTests() async {
    let report = await exploreSchedules(.random(3), for: .milliseconds(300)) {
      let schedule = Schedule.current
      Task {
        let end = ContinuousClock.now + .milliseconds(160)
        while .now < end {}
      }
      await ExploreAllTests.start(schedule)
    }
    #expect(report.isComplete)
  }
}
