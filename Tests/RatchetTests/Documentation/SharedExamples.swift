import Observation
import RatchetTesting
import Testing

// Examples in the documentation of shared values; see `DocumentationTests`.

private struct Settings: Codable, Equatable, Sendable {
  var size = 1
}

private extension SharedKey where Value == Settings {
  static var settings: Self {
    SharedKey("settings", default: Settings(), in: .file("settings.json"))
  }
}

private let migrated: SharedLocation<Settings> =
  .file("settings.json", version: 2, migrations: [.from(1, Int.self) { Settings(size: $0) }])

private struct Entry: Codable, Equatable, Identifiable, Sendable {
  let id: Int
  var title = ""
}

private extension SharedKey where Value == IdentifiedArrayOf<Entry> {
  static var items: Self { SharedKey("items", default: [], in: .memory) }
}

private enum Example1 {
  struct State: Equatable, Identifiable {
    var id = 1
    var draft = ""
  }

  enum Action: Equatable { case copyButtonTapped }

  struct Detail: Reducer {
    @SharedValue(.items) var items

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .copyButtonTapped: state.draft = items[id: state.id]?.title ?? ""
      }
      return .none
    }
  }
}

private struct Form: Reducer {
  struct State: Equatable, Identifiable {
    var id = 1
    var title = ""
  }

  enum Action: Equatable { case saveButtonTapped }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .saveButtonTapped:
      return .change(.items) { [id = state.id, title = state.title] in $0[id: id]?.title = title }
    }
  }
}

private struct App: Reducer {
  struct State: Equatable {
    var settings = Settings()
    var items: IdentifiedArrayOf<Entry> = []
    var isOutdated = true
    var form: Form.State?
  }

  enum Action: Equatable {
    case settingsChanged
    case itemsChanged
    case clearButtonTapped
    case form(Form.Action)
  }

  var body: some ReducerOf<Self> {
    CombineReducers {
      Reduce { state, action in
        switch action {
        case .itemsChanged: state.isOutdated = false
        case .clearButtonTapped: state.items = []
        case .settingsChanged: break
        case .form: state.form = nil
        }
        return .none
      }
    }
    .ifLet(\.form, action: Action.form) { Form() }
    .kept(\.settings, in: .settings, changed: .settingsChanged)
    .kept(\.items, in: .items, changed: .itemsChanged)
  }
}

private struct List: Reducer {
  struct State: Equatable {
    var items: IdentifiedArrayOf<Entry> = [Entry(id: 1)]
    var isOutdated = true
  }

  enum Action: Equatable { case itemsChanged, clearButtonTapped }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .itemsChanged: state.isOutdated = false
      case .clearButtonTapped: state.items = []
      }
      return .none
    }
    .kept(\.items, in: .items, changed: .itemsChanged)
  }
}

private struct Label: Reducer {
  struct State: Equatable {}
  enum Action: Equatable { case largerButtonTapped }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    .change(.theme) { $0.size += 1 }
  }
}

private struct Login: Reducer {
  struct State: Equatable {}
  enum Action: Equatable { case submitted }

  func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
}

private struct Session: Reducer {
  struct State: Equatable { var login: Login.State? }
  enum Action: Equatable { case login(Login.Action) }

  var body: some ReducerOf<Self> {
    EmptyReducer()
      .ifLet(\.login, action: Action.login) {
        Login().dependency(\.sharedStorage, SharedStorage())
      }
  }
}

@MainActor @Suite("Examples of shared values")
struct SharedExampleTests {
  @Test("a change from outside is made by one call, and received as an action")
  func outside() async {
    let store = TestStore(initialState: App.State()) { App() }
    store.dependencies.sharedStorage.change(.settings) { $0.size = 2 }
    await store.receive(.settingsChanged) { $0.settings.size = 2 }
  }

  @Test("a form changes the items in the action that closes it, and a detail reads them")
  func form() async {
    let store = TestStore(initialState: App.State(items: [Entry(id: 1)], form: Form.State(id: 1))) {
      App()
    }
    await store.send(.form(.saveButtonTapped)) {
      $0.form = nil
      $0.items[id: 1]?.title = ""
    }
    withShared(.items, [Entry(id: 1, title: "one")])
    await store.receive(.itemsChanged) {
      $0.items[id: 1]?.title = "one"
      $0.isOutdated = false
    }
    let detail = TestStore(initialState: Example1.State()) { Example1.Detail() }
    await detail.send(.copyButtonTapped) { $0.draft = "one" }
    await store.send(.clearButtonTapped) { $0.items = [] }
  }

  @Test("a feature that is tested alone has its changes received")
  func alone() async {
    withShared(.theme, Theme(size: 20))
    let store = TestStore(initialState: Label.State()) { Label() }
    #expect(store.dependencies.sharedStorage.value(of: .theme) == Theme(size: 20))
    await largerButton()
    let session = Store(initialState: Session.State(login: Login.State())) { Session() }
    session.send(.login(.submitted))
  }

  private func largerButton() async {
    withShared(.theme, Theme(size: 12))
    let store = TestStore(initialState: Label.State()) { Label() }
    await store.send(.largerButtonTapped)
    await store.receive(change: .theme) { $0.size = 13 }
  }

  @Test("who shows the items is told when they change")
  func shown() {
    let store = Store(initialState: List.State()) { List() }
    let lines = Locked<[String]>([])
    let print: @Sendable (Any) -> Void = { text in
      let line = "\(text)"
      lines.withLock { $0.append(line) }
    }
    withObservationTracking {
      print(store.shared(.items).count)
    } onChange: {
      print("The items have changed.")
    }
    store.send(.clearButtonTapped)
    #expect(lines.withLock { $0 } == ["1", "The items have changed."])
  }
}
