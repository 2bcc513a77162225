import RatchetTesting
import Testing

// Examples in the documentation of shared state; see `DocumentationTests`.

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

private struct Editor: Reducer {
  struct State: Equatable { var settings = Settings() }
  enum Action { case largerButtonTapped }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .largerButtonTapped = action { state.settings.size += 1 }
      return .none
    }
    .shared(\.settings, .settings)
  }
}

private struct App: Reducer {
  struct State: Equatable {
    var settings = Settings()
    var editor = Editor.State()
    var isReloading = false
  }

  enum Action: Equatable {
    case settingsChanged
    case editor(Editor.Action)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .settingsChanged = action { state.isReloading = true }
      return .none
    }
    .shared(\.settings, .settings, changed: Action.settingsChanged)
    Scope(state: \.editor, action: Action.editor) { Editor() }
  }
}

@MainActor @Suite("Examples of shared state")
struct SharedExampleTests {
  @Test("a change from outside is made by one call, and asserted once")
  func outside() async {
    let store = TestStore(initialState: App.State(isReloading: true)) { App() }
    store.dependencies.sharedStorage.change(.settings) { $0.size = 2 }
    await store.receive(.settingsChanged) { $0.settings.size = 2 }
    await store.send(.editor(.largerButtonTapped)) { $0.settings.size = 3 }
  }
}
