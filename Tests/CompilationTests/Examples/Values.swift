import Observation
import RatchetTesting

struct Form: Reducer {
  struct State {
    var id = 1
    var title = ""
    var name = ""
  }

  enum Action { case closeButtonTapped, rowTapped(Int) }
  func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
}

typealias Document = Form

enum Secrets {
  // Example: Redacted.swift 1
}

struct Reader: Reducer {
  enum State { case idle, loaded(Document.State) }
  enum Action { case loaded(Document.Action) }

  var body: some ReducerOf<Self> {
    // Example: Scope.swift 4
  }

  var scoped: some ReducerOf<Self> {
    // Example: Scope.swift 2
  }
}

struct Editor: Reducer {
  enum State { case loading, loaded(Loaded) }
  enum Loaded { case form(Form.State), other }
  enum Action { case view(View) }
  enum View { case form(Form.Action) }

  var body: some ReducerOf<Self> {
    // Example: Scope.swift 3
  }

  @MainActor static func scope(_ store: StoreOf<Editor>) {
    // Example: Store+ScopeCase.swift 2
    _ = form
  }
}

enum Session {
  enum State { case open, login(Form.State) }
  enum Action { case login(Form.Action) }

  @MainActor static func scope(_ store: Store<State, Action>) {
    // Example: Store+ScopeCase.swift 1
  }
}

func casePaths() {
  // Example: CasePath.swift 1
  var action = Action.number(1)
  // Example: CasePath.swift 3
}

func collections() {
  // Example: IdentifiedArray.swift 1
  // Example: Stack.swift 1
}

enum Navigation {
  typealias List = Form
  typealias Detail = Form

  struct Screen: Reducer {
    enum State { case list(List.State), detail(Detail.State) }
    enum Action { case list(List.Action), detail(Detail.Action) }
    var body: some ReducerOf<Self> { EmptyReducer() }
  }

  struct App: Reducer {
    struct State { var path = Stack<Screen.State>() }
    // Example: StackAction.swift 1
    // Example: Reducer+ForEachOfStack.swift 1
  }

  @MainActor static func show(_ store: StoreOf<App>, _ state: inout App.State) {
    // Example: Stack+Path.swift 1
    // Example: StackID.swift 1
    // Example: ScopedStores.swift 2
  }
}

struct Settings: Codable, Equatable, Sendable {
  var size = 1
}
// Example: SharedKey.swift 1

struct NotesTable: SharedBackend {
  var identity: String { "notes" }
  func read() -> [String]? { nil }
  func save(_ value: [String], replacing known: [String]?) -> [String]? { nil }
  func changes() -> AsyncStream<Void> { AsyncStream { $0.finish() } }

  static func key(in database: Int) -> SharedKey<[String]> {
    // Example: SharedBackend.swift 1
  }

  init(_ database: Int) {}
}

struct Entry: Equatable, Identifiable, Sendable {
  var id = 1
  var title = ""
  var draft = ""
}

extension SharedKey where Value == IdentifiedArrayOf<Entry> {
  static var items: Self { SharedKey("items", default: [], in: .memory) }
}

typealias Theme = Settings

extension SharedKey where Value == Theme {
  static var theme: Self { .settings }
}

enum Copying {
  typealias State = Entry
  enum Action { case copyButtonTapped }
  // Example: SharedReader.swift 1
}

struct Saving: Reducer {
  enum Action { case saveButtonTapped }

  func reduce(into state: inout Entry, action: Action) -> Effect<Action> {
    switch action {
    // Example: SharedChange.swift 1
    }
  }
}

struct Items: Reducer {
  struct State: Equatable {
    var items: IdentifiedArrayOf<Entry> = []
    var isOutdated = true
  }

  enum Action: Equatable { case itemsChanged, clearButtonTapped }

  var body: some ReducerOf<Self> {
    // Example: Reducer+Kept.swift 1
  }

  @MainActor static func observe(_ store: StoreOf<Items>) {
    // Example: Core+Shared.swift 1
  }
}

struct Label: Reducer {
  struct State: Equatable { var settings = Settings() }
  enum Action: Equatable { case largerButtonTapped, settingsChanged }

  func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }

  @MainActor static func test() async {
    // Example: TestStore+ReceiveChange.swift 1
    // Example: TestStore+ReceiveChange.swift 2
    // Example: SharedStorage.swift 1
    let locations: [SharedLocation<Settings>] = [
      // Example: SharedLocation+File.swift 1
    ]
    _ = locations
  }
}
