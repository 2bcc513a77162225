import Foundation
import RatchetTesting

nonisolated extension Score.State: Codable {}
nonisolated extension Score.Action: Codable {}

struct Home: Reducer {
  // block: struct State: Equatable {
  // block: var body: some ReducerOf<Self> {
}

struct Screen: Reducer {
  enum State: Equatable { case folder(Folder.State), file(File.State) }
  enum Action: Equatable { case folder(Folder.Action), file(File.Action) }

  // block: var body: some ReducerOf<Self> {
}

struct Opening: Reducer {
  typealias State = Screen.State
  typealias Action = Screen.Action

  var body: some ReducerOf<Self> {
    // block: Reduce { state, action in open(&state, action) }
  }

  private func open(_ state: inout State, _ action: Action) -> Effect<Action> {
    if action == .folder(.opened) { state = .file(File.State(name: "a")) }
    return .none
  }
}

func change(_ state: inout Home.State, _ id: StackID) {
  // block: state.rows.append(Row.State(id: 1))
}

struct Row: Reducer {
  struct State: Equatable, Identifiable {
    let id: Int
    var title = ""
  }

  enum Action: Equatable { case deleteTapped, starTapped, starred(Bool) }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    action == .starTapped ? .send(.starred(true)) : .none
  }
}

struct Detail: Reducer {
  struct State: Equatable {}
  enum Action: Equatable { case saveTapped, saved }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    action == .saveTapped ? .send(.saved) : .none
  }
}

struct Folder: Reducer {
  struct State: Equatable {}
  enum Action: Equatable { case opened }
  func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
}

struct File: Reducer {
  struct State: Equatable { var name = "" }
  enum Action: Equatable { case done }
  func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
}

struct Inbox: Reducer {
  struct State: Equatable {
    var isOpen = false
    var room: Int?
    var ids: Set<Int> = []
    var query = ""
    var alert: String?
    var volume = 0
    var mails: [String] = []
  }

  enum Action: Equatable {
    case closed, saveTapped, saved, loadTapped, loaded(String), failed
    case refreshTapped, syncTapped, opened, muteTapped, stopTapped
    case queryChanged(String), alertTapped(isConfirmed: Bool)
  }

  enum CancelID { case load }

  // block: @Dependency(API.self) var api

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      // block: case .closed: return .none
      case .queryChanged(let query):
        state.query = query
        return load.debounce(id: CancelID.load, for: .seconds(1))
      case .loaded(let mail): state.mails.append(mail)
      case .failed, .alertTapped: break
      }
      return .none
    }
    // block: .subscription(while: \.isOpen) { ticks }
  }

  private var load: Effect<Action> {
    .run(name: "load") { send in
      await send(.loaded(try await api.load("")))
    } catch: { _, send in
      await send(.failed)
    }
  }

  private var save: Effect<Action> { .send(.saved) }
  private var ticks: Effect<Action> { .run(name: "ticks", operation: operation) }

  private func mails(in room: Int) -> Effect<Action> {
    .sequence({ AsyncStream { $0.finish() } }, action: Action.loaded)
  }

  private func fetch() async throws -> String { try await api.load("") }

  @MainActor private func operation(_ send: Send<Action>) async throws {
    // block: await send(.saved)
    #expect([one, late, two, three] == ["loaded", "loaded", "old", "first"])
  }

  var timed: [Effect<Action>] {
    [
      // block: load.cancellable(id: CancelID.load),
    ]
  }

  func draw() -> UUID {
    // block: let now = date.now
    #expect(now == .distantPast && (1...6).contains(die))
    return id
  }
}

extension API {
  var mails: @MainActor @Sendable () async throws -> AsyncStream<String> {
    { AsyncStream { $0.finish() } }
  }

  func old(_ handler: CompletionHandler<String>) { handler("old") }
}

struct Station: CallbackPublisher {
  func subscribe(_ callback: CallbackSequence<String, Never>.Callback) -> @Sendable () -> Void {
    callback("first")
    return {}
  }
}

struct Timeout: Error {}

@MainActor struct CheatSheet {
  @Test(.dependencies { $0.date = .constant(.distantPast) }) func stores() async {
    // block: let store = Store(initialState: Home.State()) { Home() }
    // block: let sender = store.sender
    #expect(name == "Blob" && volume == 5 && size == 12 && !isOver && failure == nil)
    #expect(effects.isEmpty && counts.effectsStarted == 0)
  }

  @Test func scopes() {
    typealias Action = Home.Action
    var state = Home.State(detail: Detail.State(), rows: [Row.State(id: 1)])
    state.path.push(.file(File.State(name: "a")))
    let store = Store(initialState: state) { Home() }
    // block: let score = store.scope(state: \.score, action: Action.score)
    #expect(store.score.points == 1)
    #expect(detail != nil && rows[id: 1] != nil && file?.name == "a")
  }

  @Test func dependencies() async {
    // block: let store = withDependencies {
    await store.send(.loadTapped).finish()
    #expect(store.mails == ["Hi"])
    withDependencies {
      $0.uuid = .incrementing
      $0.date = .constant(.distantPast)
      $0.randomNumberGenerator = .seeded(7)
      $0.log = { #expect($0.text == "Drawn.") }
    } operation: {
      #expect(Inbox().draw() == UUID(0))
    }
  }

  @Test(.dependencies { $0[API.self].load = { _ in "loaded" } }) func operation() async {
    let store = TestStore(initialState: Inbox.State(isOpen: true)) { Inbox() }
    store.exhaustivity = .off
    await store.advance(by: .seconds(5))
    #expect(Inbox().timed.count == 5)
  }

  @Test func steps() async {
    let store = TestStore(initialState: Home.State(rows: [Row.State(id: 1)])) { Home() }
    // block: await store.send(.detailTapped) { $0.detail = Detail.State() }
  }

  @Test(.dependencies { $0[API.self].load = { _ in "Hi" } }) func time() async {
    typealias Action = Inbox.Action
    let store = TestStore(initialState: Inbox.State()) { Inbox() }
    await store.send(.queryChanged("h")) { $0.query = "h" }
    // block: await store.advance(by: .seconds(1))
    await store.finish()
  }

  @Test func lessAsserted() async {
    let store = TestStore(initialState: Inbox.State()) { Inbox() }
    await store.send(.saveTapped)
    // block: store.exhaustivity = .off
  }

  @Test(arguments: [Inbox.Action.loaded("Hi"), .saved]) func casePaths(_ action: Inbox.Action) {
    typealias Action = Inbox.Action
    // block: let loaded = CasePath(Action.loaded)
    #expect(text == (action == .saved ? nil : "Hi") && isLoaded == (text != nil))
    #expect(name == (text == nil ? "saved" : "loaded"))
  }

  @Test func oneCase() async {
    let store = TestStore(initialState: .folder(Folder.State())) { Opening() }
    await store.send(.folder(.opened)) { $0 = .file(File.State(name: "a")) }
  }

  @Test func oneStep() {
    // block: expect(
  }

  @Test func schedules() async {
    let strategies: [ScheduleStrategy] = [
      // block: .all(deviations: 2),
    ]
    for strategy in strategies {
      // block: await exploreSchedules(strategy) {
    }
  }

  @Test func simulation() async {
    // block: struct Server
  }

  @Test(
    .dependencies {
      $0.date = .constant(.distantPast)
      $0.continuousClock = ImmediateClock()
    }) func recording() async throws
  {
    let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: file) }
    // block: let recorder = try ActionRecorder(
    // block: let recording = try Recording(contentsOf: file)
    #expect("\(result)".contains("same") && resumed.points == 1)
    #expect(page.contains("<html") && test.contains("@Test") && !text.isEmpty)
    #expect(history.state.points == 1)
    _ = printing
  }
}
