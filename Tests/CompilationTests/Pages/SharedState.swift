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

extension SharedKey where Value == String {
  fileprivate static var password: Self { SharedKey("password", default: "", in: .memory) }
}

struct Login: Reducer {
  struct State: Equatable { var isReady = false }
  enum Action: Equatable { case typed(String), continueTapped }

  @SharedReader(.password) var password

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
    // block: .ifLet(presenting: \.login, action: Action.login) {
  }
}

@Test @MainActor func loadedSearchesAreThere() async {
  let storage = SharedStorage()
  storage.change(.recentSearches) { $0 = ["swift"] }
  let store = await withDependencies {
    $0.sharedStorage = storage
  } operation: {
    await makeSearch()
  }
  store.send(.searched("elm"))
  #expect(storage.value(of: .recentSearches) == ["swift", "elm"])
}

@Test(arguments: [#""swift""#, #"{"version": 2, "value": ["swift"]}"#])
func earlierVersionIsConverted(text: String) async throws {
  let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
  defer { try? FileManager.default.removeItem(at: file) }
  try Data(text.utf8).write(to: file)
  await withDependencies {
    $0.sharedStorage = SharedStorage.files { Issue.record("\($0)") }
  } operation: {
    #expect(await SharedKey.filter(in: file.path).load() == Filter(words: ["swift"]))
  }
}

@Test func preferenceIsKept() async {
  let name = UUID().uuidString
  defer { UserDefaults.standard.removeObject(forKey: name) }
  let key = SharedKey("greeting", default: "Hello", in: .backend(Preference(name)))
  for greeting in ["Hello", "Hello!"] {
    let storage = SharedStorage.files { Issue.record("\($0)") }
    #expect(await key.load(in: storage) == greeting)
    withDependencies {
      $0.continuousClock = TestClock()
    } operation: {
      storage.change(key) { $0 += "!" }
    }
    #expect(await storage.flush() == [])
  }
}

@Test @MainActor func resetIsKeptWhenItCloses() {
  let store = Store(initialState: Reading.State(theme: Theme(isDark: true, size: 9))) { Reading() }
  store.send(.preferencesTapped)
  store.send(.preferences(.presented(.resetTapped)))
  #expect(store.state == Reading.State())
  #expect(store.shared(.theme) == Theme())
}

@Test @MainActor func flowBeginsAnew() {
  let store = Store(initialState: Account.State()) { Account() }
  store.send(.loginTapped)
  store.send(.login(.presented(.typed("secret"))))
  store.send(.login(.presented(.continueTapped)))
  #expect(store.login?.isReady == true)
  store.send(.login(.dismiss))
  store.send(.loginTapped)
  store.send(.login(.presented(.continueTapped)))
  #expect(store.login?.isReady == false)
}
