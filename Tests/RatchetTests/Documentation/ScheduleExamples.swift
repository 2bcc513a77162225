import RatchetTesting

private struct Search: Reducer {
  struct State: Equatable { var query = "" }

  enum Action: Equatable {
    case queryChanged(String)
    case connected
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    if case .queryChanged(let query) = action { state.query = query }
    return query(of: action)
  }

  private func query(of action: Action) -> Effect<Action> {
    action == .connected ? .none : .run { send in await send(.connected) }
  }
}

@Suite("The examples of schedules and of steps")
struct ScheduleExamples {
  @Test(arguments: Schedule.seeds(100))
  @MainActor func newestQueryWins(schedule: Schedule) async {
    let store = TestStore(initialState: Search.State(), schedule: schedule) { Search() }
    await store.send(.queryChanged("a")) { $0.query = "a" }
    store.expect { $0.query = "a" }
    await store.waiting(upTo: .seconds(5)) {
      await store.receive(.connected)
    }
  }

  @Test @MainActor func everySchedule() async {
    await exploreSchedules(1_000) { schedule in
      let store = TestStore(initialState: Search.State(), schedule: schedule) { Search() }
      await store.send(.queryChanged("a")) { $0.query = "a" }
      await store.receive(.connected)
    }
  }

  @Test @MainActor func everyDeviation() async {
    let report = await exploreSchedules(.all(deviations: 2)) { schedule in
      let store = TestStore(initialState: Search.State(), schedule: schedule) { Search() }
      await store.send(.queryChanged("a")) { $0.query = "a" }
      await store.receive(.connected)
    }
    #expect(report.isComplete)
  }
}
