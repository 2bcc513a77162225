import RatchetTesting

@MainActor
@Suite("A race", .serialized)
struct RaceTests {
  @Test(
    "between two responses passes in order, fails under some seed, and is gone with cancelInFlight")
  func lateResponse() async {
    await shows { schedule, isFixed in
      let store = TestStore(initialState: Search.State(), schedule: schedule) {
        Search(isFixed: isFixed)
      }
      store.exhaustivity = .off
      await store.send(.search("a"))
      await store.send(.search("ab"))
      await store.advance(by: .seconds(1))
      await store.finish()
      store.expect(\.result, "found ab")
    }
  }

  @Test("between a save and an edit passes in order, fails under some seed, and is gone when fixed")
  func lostEdit() async {
    await shows { schedule, isFixed in
      let store = TestStore(initialState: Editor.State(), schedule: schedule) {
        Editor(isFixed: isFixed)
      }
      store.exhaustivity = .off
      await store.send(.edit("a"))
      await store.send(.save)
      await store.advance(by: .seconds(1))
      await store.send(.edit("ab"))
      await store.finish()
      store.expect(\.hasUnsavedChanges, true)
    }
  }

  @Test(
    "between a retry and a cancel passes in order, fails under some seed, and is gone when fixed")
  func lateRetry() async {
    await shows { schedule, isFixed in
      let store = TestStore(initialState: Upload.State(), schedule: schedule) {
        Upload(isFixed: isFixed)
      }
      store.exhaustivity = .off
      await store.send(.start)
      await store.advance(by: .seconds(1))
      await store.send(.cancel)
      await store.advance(by: .seconds(60))
      await store.finish()
      store.expect(\.attempts, 1)
    }
  }

  private func shows(_ test: @MainActor (Schedule, _ isFixed: Bool) async -> Void) async {
    let inOrder = await IssueCollector.issues { await test(.inOrder, false) }
    #expect(inOrder.isEmpty)
    let explored = await IssueCollector.issues {
      await exploreSchedules(100) { await test($0, false) }
    }
    #expect(explored.count == 1)
    // Ten times as many as find the race before it is fixed.
    let fixed = await IssueCollector.issues {
      await exploreSchedules(1_000) { await test($0, true) }
    }
    #expect(fixed.isEmpty)
  }
}

// MARK: - Fixtures

/// Shows what was found for a query; the response to an older one may come last.
private struct Search: Reducer {
  struct State: Equatable {
    var query = ""
    var result = ""
  }

  enum Action { case search(String), found(String) }

  let isFixed: Bool
  @Dependency(\.continuousClock) var clock

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .search(let query):
      state.query = query
      let search = Effect<Action>.run { send in
        try await clock.sleep(for: .seconds(1))
        await send(.found("found \(query)"))
      }
      return isFixed ? search.cancellable(id: "search", cancelInFlight: true) : search
    case .found(let result):
      state.result = result
      return .none
    }
  }
}

/// Saves a text; an edit made while it is being saved is taken for saved.
private struct Editor: Reducer {
  struct State: Equatable {
    var text = ""
    var hasUnsavedChanges = false
  }

  enum Action { case edit(String), save, saved(String) }

  let isFixed: Bool
  @Dependency(\.continuousClock) var clock

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .edit(let text):
      state.text = text
      state.hasUnsavedChanges = true
      return .none
    case .save:
      return .run { [text = state.text] send in
        try await clock.sleep(for: .seconds(1))
        await send(.saved(text))
      }
    case .saved(let text):
      state.hasUnsavedChanges = isFixed && state.text != text
      return .none
    }
  }
}

/// Tries again after a failure; one that comes after a cancel starts over.
private struct Upload: Reducer {
  struct State: Equatable {
    var isRunning = false
    var attempts = 0
  }

  enum Action { case start, failed, cancel }

  let isFixed: Bool
  @Dependency(\.continuousClock) var clock

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .start:
      state.isRunning = true
      state.attempts += 1
      return .run { send in
        try await clock.sleep(for: .seconds(1))
        await send(.failed)
      }
    case .failed:
      if isFixed, !state.isRunning { return .none }
      return .run { send in
        try await clock.sleep(for: .seconds(30))
        await send(.start)
      }.cancellable(id: "retry")
    case .cancel:
      state.isRunning = false
      return .cancel(id: "retry")
    }
  }
}
