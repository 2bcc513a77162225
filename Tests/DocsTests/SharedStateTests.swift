import Foundation
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

struct Filter: Codable, Equatable, Sendable {
  var words: [String]
  var isExact = false
}

extension SharedKey where Value == Filter {
  static func filter(in path: String) -> Self {
    SharedKey(
      "filter", default: Filter(words: []),
      in: .file(
        path, version: 3,
        migrations: [
          .from(1, String.self) { Filter(words: [$0]) },
          .from(2, [String].self) { Filter(words: $0) },
        ]))
  }
}

extension SharedKey where Value == String {
  fileprivate static var password: Self { SharedKey("password", default: "", in: .memory) }
}

struct RecentSearches: Reducer {
  struct State: Equatable { var queries: [String] = [] }
  enum Action: Equatable { case searched(String) }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .searched(let query) = action { state.queries.append(query) }
      return .none
    }
    .kept(\.queries, in: .recentSearches)
  }
}

@MainActor func makeSearch() async -> StoreOf<RecentSearches> {
  await SharedKey.recentSearches.load()
  return Store(initialState: RecentSearches.State()) { RecentSearches() }
}

@Suite("The page of shared state")
struct SharedStateTests {
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

  @Test(
    "a file of an earlier version is converted, and written in the present one",
    arguments: [#""swift""#, #"{"version": 2, "value": ["swift"]}"#])
  func migrated(text: String) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "filter.json")
    try Data(text.utf8).write(to: file)
    let key = SharedKey.filter(in: file.path)
    let storage = SharedStorage.files { Issue.record("\($0)") }
    await withDependencies {
      $0.sharedStorage = storage
      $0.continuousClock = TestClock()
    } operation: {
      #expect(await key.load() == Filter(words: ["swift"]))
      storage.change(key) { $0.isExact = true }
      #expect(await storage.flush() == [])
    }
    #expect(try String(contentsOf: file, encoding: .utf8).contains(#""version" : 3"#))
  }

  @Test @MainActor func themeIsKept() async {
    let store = TestStore(initialState: Reading.State()) { Reading() }
    await store.send(.largerTapped) { $0.theme.size = 13 }
    await store.send(.preferencesTapped) { $0.preferences = Preferences.State() }
    await store.send(.preferences(.presented(.darkTapped))) { $0.theme.isDark = true }
    store.dependencies.sharedStorage.change(.theme) { $0.size = 20 }
    await store.receive(.themeChanged) { $0.theme.size = 20 }
  }

  @Test @MainActor func preferencesAlone() async {
    withShared(.theme, Theme(size: 9))
    let store = TestStore(initialState: Preferences.State()) { Preferences() }
    await store.send(.smallerTapped)
    await store.receive(change: .theme) { $0.size = 8 }
    await store.send(.smallerTapped) { $0.isHintShown = true }
  }

  @Test func darkIsAChange() {
    expect(
      Preferences(), given: Preferences.State(), when: .darkTapped,
      effects: [.change(.theme) { $0.isDark = true }])
  }

  @Test("a change of a feature that closes with it is kept, and shown")
  @MainActor func saveAndClose() {
    let store = Store(initialState: Reading.State(theme: Theme(isDark: true, size: 9))) {
      Reading()
    }
    store.send(.preferencesTapped)
    store.send(.preferences(.presented(.resetTapped)))
    #expect(store.state == Reading.State())
    #expect(store.shared(.theme) == Theme())
  }

  @Test("a flow with a storage of its own begins anew each time")
  @MainActor func flow() {
    let store = Store(initialState: Account.State()) { Account() }
    store.send(.loginTapped)
    store.send(.login(.presented(.typed("secret"))))
    store.send(.login(.presented(.continueTapped)))
    #expect(store.login?.isReady == true)
    #expect(store.shared(.password) == "")
    store.send(.login(.dismiss))
    store.send(.loginTapped)
    store.send(.login(.presented(.continueTapped)))
    #expect(store.login?.isReady == false)
  }

  // MARK: - Fixtures

  struct Preferences: Reducer {
    struct State: Equatable { var isHintShown = false }
    enum Action: Equatable { case darkTapped, smallerTapped, resetTapped }

    @SharedValue(.theme) var theme
    @Dependency(\.dismiss) var dismiss

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .darkTapped:
        return .change(.theme) { $0.isDark.toggle() }
      case .smallerTapped:
        state.isHintShown = theme.size <= 8
        return state.isHintShown ? .none : .change(.theme) { $0.size -= 1 }
      case .resetTapped:
        return .merge(.change(.theme) { $0 = Theme() }, .run { _ in await dismiss() })
      }
    }
  }

  struct Reading: Reducer {
    struct State: Equatable {
      var theme = Theme()
      var preferences: Preferences.State?
    }

    enum Action: Equatable {
      case largerTapped
      case preferencesTapped
      case preferences(PresentationAction<Preferences.Action>)
      case themeChanged
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .largerTapped: state.theme.size += 1
        case .preferencesTapped: state.preferences = Preferences.State()
        case .preferences, .themeChanged: break
        }
        return .none
      }
      .ifLet(\.preferences, action: Action.preferences) { Preferences() }
      .kept(\.theme, in: .theme, changed: .themeChanged)
    }
  }

  struct Login: Reducer {
    struct State: Equatable { var isReady = false }
    enum Action: Equatable { case typed(String), continueTapped }

    @SharedValue(.password) var password

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .typed(let text): return .change(.password) { $0 = text }
      case .continueTapped: state.isReady = !password.isEmpty
      }
      return .none
    }
  }

  struct Account: Reducer {
    struct State: Equatable { var login: Login.State? }

    enum Action: Equatable {
      case loginTapped
      case login(PresentationAction<Login.Action>)
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        if action == .loginTapped { state.login = Login.State() }
        return .none
      }
      .ifLet(\.login, action: Action.login) {
        Login().dependency(\.sharedStorage, SharedStorage())
      }
    }
  }
}
