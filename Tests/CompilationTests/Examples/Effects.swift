import RatchetTesting

struct Screen: Reducer {
  enum CancelID { case locations, save, search }

  struct State {
    var query = ""
    var count = 0
    var position = 0
  }

  enum Action: Sendable {
    case queryChanged(String), response([String]), searched, failed(String), scrolled(Int)
    case factButtonTapped, factResponse(String), limited, loadTapped, loaded(String), located
    case moved(Int)
    case streamed, started, received(Int), timerStarted, ticked
    case asked, answered(Result<String, any Error>), cleared, saveButtonTapped, saved
    case opened(String), document(Document.Action), refresh
  }

  struct Document {
    enum Action { case closed }
    func open(_ file: String) -> Effect<Action> { .none }
  }

  struct Client: Sendable {
    func fetch(_ number: Int) async -> String { "" }
    func results(for query: String) async -> [String] { [] }
    func answer() async throws -> String { "" }
    func save(_ position: Int) async {}
    func save() async throws {}
    func clear() async {}
  }

  struct RemoteClient: Sendable {
    func fetch(_ number: Int) async throws -> String { throw ConnectionLost() }
    func results(for query: String) async throws -> [String] { [] }
  }

  struct ConnectionLost: Error {}
  enum SearchError: Error { case tooSlow }

  @Dependency(\.continuousClock) var clock
  let facts = Client()
  let search = Client()
  let api = Client()
  let positions = Client()
  let history = Client()
  let draft = Client()
  let document = Document()
  let locations: @Sendable () -> AsyncStream<Int>
  let values: @Sendable () -> AsyncStream<Int>

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    // Example: Effect+Timing.swift 1
    // Example: Effect+Timing.swift 2
    // Example: Effect.swift 1
    case .searched:
      let search = RemoteClient()
    // Example: Effect.swift 2
    case .limited:
      return .run { [clock] _ in
        let (terms, search) = ("", RemoteClient().results)
        // Example: TimeLimit.swift 1
        print(hits)
      }
    case .loadTapped:
      let facts = RemoteClient()
    // Example: RetryPolicy.swift 1
    case .located:
      // Example: Effect.swift 3
    case .timerStarted:
      // Example: ClockTimer.swift 1
    case .cleared:
      // Example: Effect+Combine.swift 1
    case .saveButtonTapped:
      // Example: Effect+Combine.swift 2
    case .opened(let file):
      // Example: Effect+Map.swift 1
    case .asked:
      return .run { send in
        // Example: Task+Never.swift 2
      }
    case .streamed:
      let effects: [Effect<Action>] = [
        // Example: Send.swift 1
      ]
      return .merge(effects)
    default: return .none
    }
  }
}

struct List {
  func refreshable(_ action: @escaping @MainActor @Sendable () async -> Void) {}
}

@MainActor func refresh(_ list: List, _ store: StoreOf<Screen>) async {
  // Example: StoreTask.swift 2
  // Example: StoreTask.swift 1
}

@MainActor func answer(_ store: StoreOf<Screen>) async {
  // Example: StoreTask.swift 3
}

struct Tracer: Sendable {
  func begin(_ name: String) -> Int { 0 }
  func end(_ span: Int) {}
}
// Example: Reducer+Around.swift 1
// Example: Reducer+Around.swift 2
