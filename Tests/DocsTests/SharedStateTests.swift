import RatchetTesting

// The code of `Docs/Ratchet.docc/SharedState.md`.

struct Theme: Codable, Equatable, Sendable {
  var isDark = false
  var size = 12
}

extension SharedKey where Value == Theme {
  static var theme: Self {
    SharedKey("theme", default: Theme(), in: .memory)
  }
}

extension SharedKey where Value == [String] {
  static var recentSearches: Self {
    SharedKey("recentSearches", default: [], in: .file("searches.json"))
  }
}

struct RecentSearches: Reducer {
  struct State: Equatable { var queries: [String] = [] }
  enum Action: Equatable { case searched(String), queriesChanged }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .searched(let query) = action { state.queries.append(query) }
      return .none
    }
    .shared(\.queries, .recentSearches, changed: Action.queriesChanged)
  }
}

@MainActor func makeSearch() async -> StoreOf<RecentSearches> {
  await SharedKey.recentSearches.load()
  return Store(initialState: RecentSearches.State()) { RecentSearches() }
}

@Suite("The page of shared state")
struct SharedStateTests {
  struct Preferences: Reducer {
    struct State: Equatable { var theme = Theme() }
    enum Action: Equatable { case darkTapped }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        state.theme.isDark.toggle()
        return .none
      }
      .shared(\.theme, .theme)
    }
  }

  struct Reading: Reducer {
    struct State: Equatable {
      var theme = Theme()
      var preferences: Preferences.State?
    }

    enum Action: Equatable {
      case preferencesTapped
      case largerTapped
      case themeChanged
      case preferences(PresentationAction<Preferences.Action>)
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .preferencesTapped: state.preferences = Preferences.State()
        case .largerTapped: state.theme.size += 1
        case .themeChanged, .preferences: break
        }
        return .none
      }
      .ifLet(\.preferences, action: Action.preferences) { Preferences() }
      .shared(\.theme, .theme, changed: Action.themeChanged)
    }
  }

  @Test("a store that is made after its key was loaded begins with what the storage has")
  @MainActor func loaded() async {
    let storage = SharedStorage()
    storage.change(.recentSearches) { $0 = ["swift"] }
    let store = await withDependencies {
      $0.sharedStorage = storage
    } operation: {
      await makeSearch()
    }
    #expect(store.queries == ["swift"])
    store.send(.searched("elm"))
    #expect(storage.value(of: .recentSearches) == ["swift", "elm"])
  }

  @Test @MainActor func themeIsShared() async {
    let store = TestStore(initialState: Reading.State()) { Reading() }
    await store.send(.largerTapped) { $0.theme.size = 13 }
    await store.send(.preferencesTapped) { $0.preferences = Preferences.State() }
    await store.send(.preferences(.presented(.darkTapped))) { $0.theme.isDark = true }
    store.dependencies.sharedStorage.change(.theme) { $0.size = 20 }
    await store.receive(.themeChanged) { $0.theme.size = 20 }
  }

  @Test("shows that features have the same value")
  @MainActor func equal() {
    let store = Store(initialState: Reading.State()) { Reading() }
    store.send(.largerTapped)
    store.send(.preferencesTapped)
    store.send(.preferences(.presented(.darkTapped)))
    #expect(store.theme == store.preferences?.theme)
    #expect(store.theme.isDark)
  }
}
