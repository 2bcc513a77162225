import TestSupport

@testable import RatchetTesting

@MainActor @Suite("The story of a failing run")
struct StoryLinesTests {
  @Test("has the events of a timer once, and says how often they come, whatever it counts")
  func timer() async throws {
    let issues = await IssueCollector.issues {
      await exploreSchedules(1) {
        let store = TestStore(initialState: 0) { Ticks() }
        store.exhaustivity = .off
        await store.send(.start)
        await store.advance(by: .seconds(100))
        store.expect { $0 = 7 }
      }
    }
    #expect(
      try #require(issues.first).contains(
        """
        3. "timer" #1 sleeps until 1.0 seconds
        4. the clock shows 1.0 seconds
        5. "timer" #1 sends tick
        6. tick is reduced
        7. state = 1 (3 to 7: 99 times)
        498. "timer" #1 sleeps until 100.0 seconds
        499. the clock shows 100.0 seconds
        500. "timer" #1 sends tick
        501. tick is reduced
        502. state = 100
        503. "timer" #1 sleeps until 101.0 seconds


        """))
  }

  @Test(
    "of a simulation folds the same action, and leaves the choices of its steps",
    .deep(200, small: 20))
  func simulation() async throws {
    let issues = await IssueCollector.issues {
      await simulate(Ticks(), from: 0) { world in
        world.send { state, _ in state == 0 ? .start : nil }
        world.always("stays below a number") { $0 < Deep.size }
        world.advance(upTo: .seconds(Deep.size * 3 / 2))
      }
    }
    #expect(
      try #require(issues.first).contains(
        """
        :

        1. send start
        2. advance by \(Deep.size).0 seconds
        3. an effect sends tick (\(Deep.size) times)

        To run it alone,
        """), "\(issues)")
  }

  @Test("keeps the events that differ from another story apart, and shows what leads to them")
  func mark() {
    let events = Array(repeating: "a", count: 9) + (1...30).map { "b\($0)" }
    #expect(
      Story.lines(events, mark: 5, around: 5, limit: 3) == [
        "... (5 before)", "> 6. a (4 times)", "10. b1", "11. b2", "... (28 more)",
      ])
    #expect(
      Story.lines(events, mark: 38, around: 38, from: 30, limit: 2) == [
        "... (7 before)", "38. b29", "> 39. b30",
      ])
    #expect(["a", "b", "b", "b", "b"].bulleted == "- a\n- b (4 times)")
  }

  @Test("is searched for with a line of progress every ten seconds")
  func progress() {
    var progress = SearchProgress()
    let line = Shrinker(SimulatedRun(), at: #_sourceLocation).progressText
    #expect(progress.line(in: .seconds(9), line) == nil)
    #expect(
      progress.line(in: .seconds(12), line)
        == "Shortening a failing run: 0 tries in 12 s, at most 2000 more.")
    #expect(progress.line(in: .seconds(19), line) == nil)
    #expect(progress.line(in: .seconds(20), line) != nil)
  }

  @Test("has of a large payload only what differs from the state")
  func payload() async throws {
    let issues = await IssueCollector.issues {
      await simulate(Details(), from: Details.State()) { world in
        world.send { state, draw in
          var fields = state.fields
          fields.city = draw.element(of: ["", "Rome"]) ?? ""
          return .loaded(fields)
        }
        world.always("no city") { $0.fields.city.isEmpty }
      }
    }
    #expect(
      try #require(issues.first).contains("\n1. send loaded(Fields with .city = \"Rome\")\n"),
      "\(issues)")
  }
}

// MARK: - Fixtures

/// Counts seconds, and never stops.
private struct Ticks: Reducer {
  enum Action { case start, tick }

  @Dependency(\.continuousClock) private var clock

  func reduce(into state: inout Int, action: Action) -> Effect<Action> {
    switch action {
    case .start:
      return .run(name: "timer") { send in
        while true {
          try await clock.sleep(for: .seconds(1))
          await send(.tick)
        }
      }
      .cancellable(id: "timer", cancelInFlight: true)
    case .tick:
      state += 1
      return .none
    }
  }
}

private struct Details: Reducer {
  struct Fields: Equatable {
    var name = "", street = "", number = "", city = "", country = "", telephone = "", mail = ""
    var birthday = "", language = ""
  }

  struct State: Equatable { var fields = Fields() }

  enum Action { case loaded(Fields) }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    if case .loaded(let fields) = action { state.fields = fields }
    return .none
  }
}
