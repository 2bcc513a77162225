import Console
import RatchetTesting
import TestSupport

@testable import search

@MainActor @Suite("An answer to an older query is never shown")
struct StaleAnswerTests {
  @Test(
    "when it comes later than that to the newer one, under many schedules",
    .deep(1_000, small: 50))
  func random() async {
    await exploreSchedules(Deep.size) { await Self.overtaken(.current) }
  }

  @Test("under all schedules that deviate a few times from the usual one", .deep(2, small: 1))
  func all() async {
    let report = await exploreSchedules(.all(deviations: Deep.size)) {
      await Self.overtaken(.current)
    }
    #expect(report.isComplete)
    #expect(report.count > 10)
  }

  @Test("when it comes at the moment of the next change, too", .deep(2, small: 1))
  func sameMoment() async {
    let report = await exploreSchedules(.all(deviations: Deep.size)) {
      let schedule = Schedule.current
      let store = Self.makeStore(schedule) { _ in .seconds(1) }
      store.exhaustivity = .off
      await store.send(.queryChanged("a"))
      await store.advance(by: Search.pause + .seconds(1))
      await store.send(.queryChanged("ab"))
      await store.advance(by: Search.pause + .seconds(1))
      await store.skipReceivedActions()
      Self.expectOwnResults(store.state)
      #expect(store.state.results == .found([.about("ab")]))
    }
    #expect(report.isComplete)
  }

  @Test(
    "whatever is typed, however slow the server is and whether it fails", .deep(200, small: 20))
  func simulated() async {
    let report = await simulate(Search(), from: Search.State(), runs: Deep.size) { world in
      world.send(weight: 4) { _, draw in
        draw.element(of: ["", "a", "ab", " ab "] as [TextField]).map(Search.Action.queryChanged)
      }
      world.send { _, draw in draw.bool() ? .submitted : .quit }
      world.advance(weight: 3, upTo: .seconds(2))
      world.dependencies { values, draw in
        values[SearchClient.self].limit = SearchClient.limit
        values[SearchClient.self].hits = { terms in
          @Dependency(\.continuousClock) var clock
          try await clock.sleep(for: draw.duration(upTo: .seconds(8)))
          if draw.chance(0.3) { throw SearchError.status(500) }
          return [.about(terms)]
        }
      }
      world.always("what is shown is about the query", Self.isOwn)
      world.eventually("nothing is searched for") { $0.results != .searching }
    }
    #expect(report.sent.keys.sorted() == ["queryChanged", "quit", "submitted"])
  }

  // MARK: - Fixtures

  /// The answer to "a" comes a second later than that to "ab".
  private static func overtaken(_ schedule: Schedule) async {
    let store = makeStore(schedule) { $0 == "a" ? .seconds(2) : .milliseconds(100) }
    await store.send(.queryChanged("a")) {
      $0.query = "a"
      $0.results = .searching
    }
    await store.advance(by: Search.pause)
    await store.send(.queryChanged("ab")) { $0.query = "ab" }
    await store.advance(by: .seconds(3))
    await store.receive(.answered([.about("ab")])) {
      $0.results = .found([.about("ab")])
    }
    expectOwnResults(store.state)
  }

  private static func makeStore(
    _ schedule: Schedule, delay: @escaping @Sendable (String) -> Duration
  ) -> TestStoreOf<Search> {
    TestStore(initialState: Search.State(), schedule: schedule) {
      Search()
    } withDependencies: {
      $0[SearchClient.self].hits = { terms in
        @Dependency(\.continuousClock) var clock
        try await clock.sleep(for: delay(terms))
        return [.about(terms)]
      }
    }
  }

  private static func isOwn(_ state: Search.State) -> Bool {
    if case .found(let hits) = state.results { hits == [.about(state.terms)] } else { true }
  }

  private static func expectOwnResults(_ state: Search.State) {
    #expect(isOwn(state), "\(state)")
  }
}
