import Observation
import Synchronization

struct TextClient: DependencyKey {
  var load: @Sendable () async throws -> String
  static let liveValue = TextClient { "" }
}

extension DependencyValues {
  var texts: TextClient {
    get { self[TextClient.self] }
    set { self[TextClient.self] = newValue }
  }
}

@Test @MainActor func failureBecomesAnAlert() async {
  let store = TestStore(initialState: Reader.State()) {
    Reader()
  } withDependencies: {
    $0.texts.load = { throw CancellationError() }
  }
  await store.send(.loadTapped)
  await store.receive(Reader.Action.loaded) { $0.alert = .loadingFailed }
}

// What the last column of the tables names, in use.

struct Child: Reducer {
  struct State: Equatable { var count = 0 }
  enum Action: Equatable { case tapped, named(String) }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    guard action == .tapped else { return .none }
    state.count += 1
    return .send(.named("one"))
  }
}

struct Row: Reducer {
  struct State: Equatable, Identifiable { let id: Int }
  enum Action: Equatable { case tapped, renamed(String) }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    action == .tapped ? .send(.renamed("Row")) : .none
  }
}

struct Detail: Reducer {
  struct State: Equatable { var id = 0 }
  enum Action: Equatable { case nameTapped, saveTapped, saved, alert(Int) }

  @SharedReader(.name) var name
  @Dependency(\.dismiss) var dismiss
  @Dependency(\.isPresented) var isPresented

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .nameTapped where name != "Blob":
      return .change(.name) { $0 = "Blob" }
    case .saveTapped where isPresented: return .send(.saved)
    default: return .none
    }
  }
}

struct Path: Reducer {
  enum State: Equatable { case detail(Detail.State) }
  enum Action: Equatable { case detail(Detail.Action) }

  var body: some ReducerOf<Self> {
    Scope(state: State.detail, action: Action.detail) { Detail() }
  }
}

struct Document: Reducer {
  enum State: Equatable { case loading, loaded(Child.State) }
  enum Action { case loaded(Child.Action) }

  var body: some ReducerOf<Self> {
    EmptyReducer()
      .ifCaseLet(State.loaded, action: Action.loaded) { Child() }
  }
}

enum Alert { case loadingFailed }

enum View: Equatable { case child(Child.Action) }

struct Feature: Reducer {
  struct State: Equatable {
    var child = Child.State()
    var detail: Detail.State?
    var rows: IdentifiedArrayOf<Row.State> = []
    var path = Stack<Path.State>()
    var alert: Alert?
    var name = ""
    var query = ""
    var count = 0
    var isShown = false
  }

  enum Action {
    case child(Child.Action)
    case detail(PresentationAction<Detail.Action>)
    case row(id: Int, action: Row.Action)
    case path(StackActionOf<Path>)
    case view(View)
    case form(FieldChange<State>)
    case opened, closed, refresh
    case response(String)
    case failed(Result<String, any Error>)
    case moved(Int)
  }

  enum CancelID { case load }

  var values: @Sendable () -> AsyncStream<Int> = { AsyncStream { $0.finish() } }
  @Dependency(API.self) var api

  var body: some ReducerOf<Self> {
    CombineReducers {
      Fields(action: Action.form)
      Scope(state: \.child, action: Action.child) { Child() }
      Scope(state: \.child, action: { .view(.child($0)) }) { Child() }
      Reduce { state, action in
        switch action {
        case .form(\.name): state.query = state.name
        case .opened: state.path.push(.detail(Detail.State()))
        case .closed: state.path.popLast()
        case .refresh: return load()
        default: break
        }
        return .none
      }
    }
    .ifLet(presenting: \.detail, action: Action.detail) { Detail() }
    .ephemeral(\.detail, after: { .detail(.presented(.alert($0))) })
    .forEach(\.rows, action: Action.row) { Row() }
    .forEach(stack: \.path, action: Action.path) { Path() }
    .kept(\.name, in: .name)
    .onChange(of: \.query) { old, new in
      Reduce { state, _ in
        state.count += old == new ? 0 : 1
        return .none
      }
    }
    .subscription(while: \.isShown) {
      .sequence({ values() }, action: Action.moved)
    }
  }

  private func load() -> EffectOf<Feature> {
    .run(name: "load") { send in
      await send(.response(try await api.load()))
    } catch: { error, send in
      await send(.failed(.failure(error)))
    }
    .cancellable(id: CancelID.load, cancelInFlight: true)
  }
}

struct API: DependencyKey {
  var load: @Sendable () async throws -> String = unimplemented("API.load")
  var isOpen: @Sendable () -> Bool = unimplemented("API.isOpen", placeholder: false)
  static let testValue = API()
  static let liveValue = API(load: { "" })
}

extension SharedKey where Value == String {
  static var name: Self { SharedKey("name", default: "", in: .memory) }
}

struct Sensor: CallbackPublisher, Sendable {
  @Dependency(\.continuousClock) var clock
  @Dependency(\.log) var log

  func subscribe(_ callback: CallbackSequence<Int, Never>.Callback) -> @Sendable () -> Void { {} }
}

final class Model {
  @Dependency(\.uuid) var uuid
  func id() -> UUID { withDependencies(from: self) { uuid() } }
}

@Test(.dependencies { $0.uuid = .incrementing }) @MainActor func steps() async {
  let state = Feature.State(
    detail: Detail.State(), rows: [Row.State(id: 1)], path: [.detail(Detail.State())])
  let store = TestStore(initialState: state) {
    Feature()
  } withDependencies: {
    $0[API.self].load = { "Hi" }
  }
  await store.send(.child(.tapped)) { $0.child.count = 1 }
  await store.receive({ .child(.named($0)) })
  await store.send(.refresh)
  await store.receive(Feature.Action.response, "Hi")
  await store.send(.refresh)
  await store.receive(Feature.Action.response)
  store.expect { $0.query = "" }
  await store.send(.row(id: 1, action: .tapped))
  await store.receive({ .row(id: 1, action: .renamed($0)) })
  await store.send(.detail(.presented(.saveTapped)))
  await store.waiting(upTo: .seconds(5)) {
    await store.receive(case: .detail(.presented(.saved)))
  }
  await store.send(.path(.element(id: 0, action: .detail(.saveTapped))))
  await store.receive(case: .path(.element(id: 0, action: .detail(.saved))))
  await store.advance(by: .seconds(1))
  await store.settle()
  store.exhaustivity = .off(showSkipped: true)
  await store.skipReceivedActions()
  await store.skipInFlightEffects()
}

@Test @MainActor func fields() async {
  let store = TestStore(initialState: Feature.State()) {
    Feature()
  }
  await store.send(.form(.set(\.name, "Blob"))) {
    $0.name = "Blob"
    $0.query = "Blob"
    $0.count = 1
  }
}

@Test @MainActor func sharedValue() async {
  let store = TestStore(initialState: Detail.State()) { Detail() }
  await store.send(.nameTapped)
  await store.receive(change: .name) { $0 = "Blob" }
  withShared(.name, "Blob")
}

@Test(.dependencies { $0.uuid = .incrementing }) @MainActor func stores() async {
  let store = Store(initialState: Feature.State()) {
    Feature()
      .dependency(\.continuousClock, ImmediateClock())
      .dependency { values in values[API.self].load = { "Hi" } }
      .aroundEffect { effect, operation in try await operation() }
  }
  store.send(.refresh)
  await store.send(.refresh).finish()
  await store.send(.refresh).finishOrCancel()
  withObservationTracking {
    #expect(store.count == 0)
  } onChange: {
  }
  store.scope(state: \.child, action: Feature.Action.child).send(.tapped)
  #expect(store.child.count == 1)
  #expect(store.scope(state: \.detail, action: { .detail(.presented($0)) }) == nil)
  #expect(store.scope(state: \.rows, action: Feature.Action.row).isEmpty)
  for await query in store.states(of: \.query) {
    #expect(query == store.shared(.name))
    break
  }
  store.send(.opened)
  withAnimation { _ = store.send(.refresh) }
  expectDetails(store)
}

@MainActor func expectDetails(_ store: StoreOf<Feature>) {
  for store in store.scope(state: \.path, action: Feature.Action.path) {
    #expect(store.scope(state: Path.State.detail, action: Path.Action.detail) != nil)
  }
}

@Test func collections() {
  var state = Feature.State()
  let id = state.path.push(.detail(Detail.State()))
  CasePath { Path.State?.some(.detail($0)) }.modify(&state.path[id: id]) { $0 = .init() }
  if case .detail(let detail)? = state.path[id: id] { #expect(detail == Detail.State()) }
  state.path[id: id] = nil
  state.path.pop(from: id)
  state.path.popToRoot()
  let rows = [Row.State(id: 1)]
  state.rows = IdentifiedArray(rows)
  do {
    let rows = state.rows
    #expect(rows.ids == [1])
  }
  let screen: Path.State? = .detail(Detail.State(id: 7))
  let detail = CasePath { Path.State?.some(.detail($0)) }
  #expect(detail.extract(from: screen)?.id == 7)
  #expect(detail.is(screen))
}

@Test @MainActor func clockIsTheDate() async {
  let store = TestStore(initialState: Feature.State()) {
    Feature()
  } withDependencies: {
    $0.date = .following($0.continuousClock)
  }
  await store.advance(by: .seconds(90))
  store.expect(\.query, "")
  #expect(store.dependencies.date.now == Date(timeIntervalSince1970: 90))
}

@Test func callsAreKept() async throws {
  let calls = Mutex<[String]>([])
  let api = API(load: {
    calls.withLock { $0.append("Hi") }
    return ""
  })
  _ = try await api.load()
  #expect(calls.withLock { $0 } == ["Hi"])
}

func withAnimation<Result>(_ body: () throws -> Result) rethrows -> Result { try body() }

@Test func casePathsAndDependencies() {
  typealias Action = Feature.Action
  let action = Action.response("Hi")
  #expect(CasePath(Action.response).is(action))
  #expect(CasePath(Action.response).extract(from: action) == "Hi")
  #expect(CasePath(Action.row).extract(from: action) == nil)
  withDependencies {
    $0.randomNumberGenerator = .seeded(7)
  } operation: {
    @Dependency(\.randomNumberGenerator) var random
    #expect((1...6).contains(random { Int.random(in: 1...6, using: &$0) }))
    _ = DependencyValues.capture()
  }
}

// Compiled, and not run.
func effects(_ action: Feature.Action, _ sensor: Sensor) async throws -> [EffectOf<Feature>] {
  typealias CancelID = Feature.CancelID
  let load = EffectOf<Feature>.run { _ in }
  let ids = [1, 2]
  prepareDependencies { $0.continuousClock = UnimplementedClock() }
  _ = Detail()
    .printChanges()
  let _: String = try await Task.never()
  return [
    .cancel(id: CancelID.load),
    load.cancellable(id: CancelID.load),
    .run(priority: .background) { _ in },
    .merge(ids.map { id in load.cancellable(id: id) }),
    .run { send in
      await withTaskGroup { group in
        for id in ids { group.addTask { await send(.moved(id)) } }
      }
    },
    load.debounce(id: CancelID.load, for: .seconds(1)),
    load.throttle(id: CancelID.load, for: .seconds(1), latest: true),
    .sequence({ CallbackSequence(bufferingPolicy: .unbounded) { sensor.subscribe($0) } }) {
      .moved($0)
    },
  ]
}
