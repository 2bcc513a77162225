import RatchetTesting

// The code of `Docs/Ratchet.docc/Schedules.md`.

@MainActor @Suite("The page of schedules")
struct SchedulesTests {
  struct Finder: Reducer {
    struct State: Equatable {
      var query = ""
      var shown = ""
    }

    enum Action: Equatable {
      case queryChanged(String)
      case found(String)
    }

    let isCorrect: Bool
    enum CancelID { case search }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .queryChanged(let query):
        state.query = query
        let search = Effect<Action>.run(name: "search") { send in
          await Task.yield()
          await send(.found(query))
        }
        return isCorrect
          ? search.cancellable(id: CancelID.search, cancelInFlight: true) : search
      case .found(let text):
        state.shown = text
        return .none
      }
    }
  }

  @MainActor func lastQueryIsShown(_ isCorrect: Bool) async -> ExplorationReport {
    await exploreSchedules(.all(deviations: 2)) { schedule in
      let store = TestStore(initialState: Finder.State(), schedule: schedule) {
        Finder(isCorrect: isCorrect)
      }
      store.exhaustivity = .off
      await store.send(.queryChanged("a"))
      await store.send(.queryChanged("b"))
      await store.finish()
      store.expect(\.shown, "b")
    }
  }

  @Test @MainActor func finderIsSimulated() async {
    await simulate(Finder(isCorrect: true), from: Finder.State(), runs: 200) { world in
      world.send { _, draw in .queryChanged(draw.text(upTo: 3)) }
      world.advance(upTo: .seconds(1))
      world.eventually("the last query is shown") { $0.shown == $0.query }
    }
  }

  @Test("shows a race that is found, with a schedule that shows it")
  func raceIsFound() async {
    let issues = await IssueCollector.issues { _ = await lastQueryIsShown(false) }
    let schedule = ##"the test before "search" #1"##
    #expect(issues.count == 1)
    #expect(
      issues.first?.hasPrefix(##"The schedule .deviating(#"\##(schedule)"#) fails: "##) == true)
  }

  @Test("shows a correction of which all orders are tried")
  func correctionIsComplete() async {
    let report = await lastQueryIsShown(true)
    #expect(report.isComplete)
  }
}
