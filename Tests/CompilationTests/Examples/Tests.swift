import RatchetTesting

// Example: DependencyKey.swift 1
// Example: DependencyValues.swift 1

struct Stopwatch: Reducer {
  struct State {
    var isTimerOn = false
    var seconds = 0
  }

  enum Action { case timerToggled, ticked }

  @Dependency(\.continuousClock) var clock

  var body: some ReducerOf<Self> {
    // Example: Reducer+Subscription.swift 1
  }
}

struct Chat: Reducer {
  struct Client: Sendable {
    func messages(in room: Int) -> AsyncStream<String> { AsyncStream { nil } }
    func download(_ id: Int) async -> AsyncStream<Double> { AsyncStream { nil } }
  }

  struct State {
    var room: Int?
    var downloads: [Int] = []
  }

  enum Action { case messageReceived(String), progress(Int, Double) }

  let chat = Client()
  let files = Client()

  var body: some ReducerOf<Self> {
    EmptyReducer()
    // Example: Reducer+Subscription.swift 2
    // Example: Reducer+Subscription.swift 3
  }
}

struct Counter: Reducer {
  struct State: Equatable {
    var isLoading = false
    var fact: String?
  }

  enum Action: Equatable { case factButtonTapped, factResponse(String) }
  func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }

  @MainActor static func unimplemented() -> TestStoreOf<Counter> {
    // Example: UnimplementedClock.swift 1
  }
}

struct Facts {
  // Example: TestStore.swift 1
  // Example: ReducerExpectation.swift 1
}

struct Search: Reducer {
  struct State: Equatable { var query = "" }
  enum Action: Equatable { case queryChanged(String), connected }
  func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
}

struct Rows: Reducer {
  struct State: Equatable {
    var isLoading = false
    var rows: IdentifiedArray<Int, Row> = .init([], id: \.id)
  }
  struct Row: Equatable { var id = 0, isLoading = false }
  enum Action { case loaded(String), row(id: Int, action: RowAction) }
  enum RowAction { case loaded(String) }
  func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }

  @MainActor static func receives(_ store: TestStoreOf<Rows>) async {
    // Example: TestStore+Receive.swift 1
    // Example: TestStore+Receive.swift 2
  }
}

struct Schedules {
  @MainActor func newestQueryWins() async {
    // Example: Schedule.swift 1
    // Example: TestStore+Expect.swift 1
    // Example: TestStore+Time.swift 1
  }

  @MainActor func everySchedule() async {
    // Example: ExploreSchedules.swift 1
    // Example: ExploreSchedules.swift 2
  }
}

// Example: SchedulesTrait.swift 1

struct Todos: Reducer {
  struct Row: Equatable, Identifiable { let id: Int }

  struct State: Equatable {
    var rows: IdentifiedArrayOf<Row> = []
    var isSaved = true
    var rightDigits = 0
  }

  enum Action: Sendable { case queryChanged(String), remove(Int) }
  func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
}

struct Timeout: Error {}

struct API: Sendable, DependencyKey {
  var save: @Sendable (String) async throws -> Void
  static let liveValue = API { _ in }
}

struct Notes: Reducer {
  struct State: Equatable { var notes: [String] = [] }
  enum Action { case noteAdded(String) }

  @Dependency(API.self) var api

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    guard case .noteAdded(let note) = action else { return .none }
    state.notes.append(note)
    return .run { _ in try await api.save(note) }
  }
}

@MainActor func restart(_ store: TestStoreOf<Counter>) {
  // Example: SharedStorage.swift 2
  _ = restarted
}

@MainActor func simulated() async {
  // Example: Simulate.swift 1
  await simulate(Todos(), from: Todos.State(), runs: 10) { world in
    // Example: SimulatedWorld.swift 2
    // Example: SimulatedWorld.swift 3
    // Example: SimulatedWorld.swift 4
    // Example: SimulatedWorld.swift 5
  }
  // Example: Simulated.swift 1
  // Example: Draw.swift 1
  _ = draw
}
