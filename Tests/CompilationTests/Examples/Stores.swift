import FoundationEssentials
import Observation
import RatchetTesting

// Example: Reducer.swift 1

struct Row: Reducer {
  struct State: Identifiable {
    var id = 1
    var title = ""
    var volume = 0
  }

  enum Action: Sendable { case volumeChanged(Int) }
  func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
}

struct App: Reducer {
  struct State {
    var count = 0
    var query = ""
    var settings = Row.State()
    var form = Row.State()
    var detail: Row.State?
    var rows: IdentifiedArrayOf<Row.State> = []
  }

  enum Action: Sendable {
    case settings(Row.Action), detail(Row.Action), view(View)
    case row(id: Int, action: Row.Action)
  }

  enum View: Sendable { case form(Row.Action) }
  func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
}

typealias Search = App

struct Window {
  func close() {}
}

@MainActor enum Stores {
  static func make(_ window: Window) {
    // Example: Store.swift 1
    // Example: Store.swift 3
  }

  static func observe(_ store: StoreOf<App>) async {
    // Example: Store.swift 2
    // Example: Store+States.swift 1
    // Example: Store+Drain.swift 1
  }

  static func scope(_ store: StoreOf<App>) {
    // Example: Store+Scope.swift 1
    // Example: Store+Scope.swift 2
    print(form.title)
    // Example: Store+Scope.swift 3
    // Example: ScopedStores.swift 1
  }
}

@MainActor enum Observers {
  static func log() {
    // Example: StoreObserver.swift 1
    store.send(.increment)
  }

  static func names(_ action: App.Action) {
    struct Meter { func increment() {} }
    func counter(label: String) -> Meter { Meter() }
    // Example: CaseReflection.swift 1
  }

  static func history() {
    // Example: EffectHistory.swift 1
  }

  static func changes() {
    // Example: Reducer+PrintChanges.swift 1
    store.send(.increment)
  }
}

@MainActor enum Recordings {
  struct Counter: Reducer {
    struct State: Codable, Equatable, Sendable { var count = 0 }
    enum Action: Codable, Equatable, Sendable { case increment, factResponse(String) }
    func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
  }

  struct Address: Equatable { var city = "" }
  // Example: CodableFields.swift 1

  static func record(_ file: URL) async throws {
    // Example: ActionRecorder.swift 1
  }

  static func replay(_ file: URL) throws {
    // Example: Recording.swift 1
    // Example: Recording+Page.swift 1
    // Example: Recording+TestSource.swift 1
    // Example: RecordingMigration.swift 1
    // Example: Store+Resuming.swift 1
    store.send(.increment)
    _ = renamed
  }

  static func names(_ action: App.Action) {
    struct Meter { func increment() {} }
    func counter(label: String) -> Meter { Meter() }
    // Example: CaseReflection.swift 1
  }

  static func history() {
    // Example: StoreHistory.swift 1
  }

  static func printedTest() {
    // Example: RecordedTest.swift 1
    _ = store
  }
}
