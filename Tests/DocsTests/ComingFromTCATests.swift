import Observation
import RatchetTesting

// The code of `Docs/Ratchet.docc/ComingFromTCA.md`: what its tables name, in use, and its feature.

@Suite("The page for those who come from TCA")
struct ComingFromTCATests {
  struct Reader: Reducer {
    enum Alert { case loadingFailed }
    enum Button { case retry, cancel }

    struct State: Equatable {
      var text = ""
      var alert: Alert?
    }

    enum Action {
      case loadTapped
      case loaded(Result<String, any Error>)
      case alert(Button)
    }

    @Dependency(\.texts) var texts

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .loadTapped: return load()
      case .loaded(.success(let text)): state.text = text
      case .loaded(.failure): state.alert = .loadingFailed
      case .alert(let button):
        state.alert = nil
        if button == .retry { return load() }
      }
      return .none
    }

    private func load() -> Effect<Action> {
      .run(name: "load") { send in
        await send(.loaded(Result { try await texts.load() }))
      }
    }
  }

  @Test @MainActor func retries() async {
    let store = TestStore(initialState: Reader.State(alert: .loadingFailed)) {
      Reader()
    } withDependencies: {
      $0.texts.load = { "Call me Ishmael." }
    }
    await store.send(.alert(.retry)) { $0.alert = nil }
    await store.receive(Reader.Action.loaded) { $0.text = "Call me Ishmael." }
  }

  @Test("shows a failure that becomes an alert")
  @MainActor func failure() async {
    let store = TestStore(initialState: Reader.State()) {
      Reader()
    } withDependencies: {
      $0.texts.load = { throw CancellationError() }
    }
    await store.send(.loadTapped)
    await store.receive(Reader.Action.loaded) { $0.alert = .loadingFailed }
  }
}

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

// MARK: - Features

private struct Child: Reducer {
  struct State: Equatable { var count = 0 }
  enum Action: Equatable { case tapped, named(String) }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .tapped:
      state.count += 1
      return .send(.named("one"))
    case .named: return .none
    }
  }
}

private struct Row: Reducer {
  struct State: Equatable, Identifiable { let id: Int }
  enum Action: Equatable { case tapped, renamed(String) }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    action == .tapped ? .send(.renamed("Row")) : .none
  }
}

private struct Detail: Reducer {
  struct State: Equatable {}
  enum Action: Equatable { case saveTapped, saved }

  @Dependency(\.dismiss) var dismiss
  @Dependency(\.isPresented) var isPresented

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    action == .saveTapped && isPresented ? .send(.saved) : .none
  }
}

private struct Path: Reducer {
  enum State: Equatable { case detail(Detail.State) }
  enum Action: Equatable { case detail(Detail.Action) }

  var body: some ReducerOf<Self> {
    Scope(state: State.detail, action: Action.detail) { Detail() }
  }
}

private struct Document: Reducer {
  enum State: Equatable {
    case loading
    case loaded(Child.State)
  }

  enum Action { case loaded(Child.Action) }

  var body: some ReducerOf<Self> {
    EmptyReducer()
      .ifCaseLet(State.loaded, action: Action.loaded) { Child() }
  }
}

extension SharedKey where Value == String {
  fileprivate static var name: Self { SharedKey("name", default: "", in: .memory) }
}

private enum Alert { case loadingFailed }

private enum View: Equatable { case child(Child.Action) }

private struct Feature: Reducer {
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
    case path(StackAction<Path.State, Path.Action>)
    case view(View)
    case form(FieldChange<State>)
    case opened, closed
    case refresh
    case response(String)
    case failed(Result<String, any Error>)
    case moved(Int)
  }

  enum CancelID { case load }

  let values: @Sendable () -> AsyncStream<Int>
  @Dependency(API.self) var api

  var body: some ReducerOf<Self> {
    CombineReducers {
      Fields(action: Action.form)
      Scope(state: \.child, action: Action.child) { Child() }
      Scope(state: \.child, path: CasePath(Action.view, View.child)) { Child() }
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
    .shared(\.name, .name)
    .ifLet(\.detail, action: Action.detail) { Detail() }
    .forEach(\.rows, action: Action.row) { Row() }
    .forEach(\.path, action: Action.path) { Path() }
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

private struct API: DependencyKey {
  var load: @Sendable () async throws -> String = unimplemented("API.load")

  static let testValue = API()
  static let liveValue = API(load: { "" })
}

// MARK: - The rest of the tables

extension ComingFromTCATests {
  @Test("names steps of tests")
  @MainActor func steps() async {
    let store = TestStore(initialState: Feature.State()) {
      Feature(values: { AsyncStream { $0.finish() } })
    } withDependencies: {
      $0[API.self].load = { "Hi" }
    }
    await store.send(.child(.tapped)) { $0.child.count = 1 }
    await store.receive(path: CasePath(Feature.Action.child, Child.Action.named))
    await store.send(.refresh)
    await store.receive(Feature.Action.response, "Hi")
    await store.send(.refresh)
    await store.receive(Feature.Action.response)
    store.expect { $0.query = "" }
    await store.send(.form(.set(\.name, "Blob"))) {
      $0.name = "Blob"
      $0.query = "Blob"
      $0.count = 1
    }
    await store.send(.opened) { $0.path.push(.detail(Detail.State())) }
    await store.send(.closed) { $0.path.popLast() }
    await store.advance(by: .seconds(1))
    await store.settle()
    await store.finish()
  }

  @Test("names steps for children")
  @MainActor func children() async {
    let state = Feature.State(detail: Detail.State(), rows: [Row.State(id: 1)])
    let store = TestStore(initialState: state) {
      Feature(values: { AsyncStream { $0.finish() } })
    }
    await store.send(.row(id: 1, action: .tapped))
    await store.receive(Feature.Action.row, id: 1, Row.Action.renamed)
    await store.send(.detail(.presented(.saveTapped)))
    await store.waiting(upTo: .seconds(5)) {
      await store.receive(Feature.Action.detail, .presented, .saved)
    }
    await store.skipReceivedActions()
    await store.skipInFlightEffects()
  }

  @Test("names what a store does", .dependencies { $0.uuid = .incrementing })
  @MainActor func stores() async {
    let store = Store(initialState: Feature.State()) {
      Feature(values: { AsyncStream { $0.finish() } })
        .dependency(\.continuousClock, ImmediateClock())
        .dependency { values in
          values[API.self].load = { "Hi" }
        }
    }
    store.send(.refresh)
    await store.send(.refresh).finish()
    await store.send(.refresh).finishOrCancel()
    withObservationTracking {
      #expect(store.count == 0)
    } onChange: {
    }
    let child = store.scope(state: \.child, action: Feature.Action.child)
    child.send(.tapped)
    #expect(store.child.count == 1)
    #expect(store.scope(state: \.detail, action: Feature.Action.detail) == nil)
    #expect(store.scope(state: \.rows, action: Feature.Action.row).isEmpty)
    #expect(await firstQuery(store) == "")
    store.send(.opened)
    let screens = store.scope(state: \.path, action: Feature.Action.path)
    #expect(screens.map(isDetail) == [true])
    #expect(isDetail(store.state, 0))
    #expect(Model().detail() != Model().detail())
  }

  @MainActor private func isDetail(_ store: StoreOf<Path>) -> Bool {
    store.scope(state: Path.State.detail, action: Path.Action.detail) != nil
  }

  private func isDetail(_ state: Feature.State, _ id: StackID) -> Bool {
    if case .detail(let detail)? = state.path[id: id] { return detail == Detail.State() }
    return false
  }

  @MainActor private func firstQuery(_ store: StoreOf<Feature>) async -> String? {
    for await query in store.states(of: \.query) { return query }
    return nil
  }

  @Test("names case paths and dependencies")
  @MainActor func paths() {
    let action = Feature.Action.response("Hi")
    typealias Action = Feature.Action
    #expect(CasePath(Action.response).is(action))
    #expect(CasePath(Action.response).extract(from: action) == "Hi")
    #expect(CasePath(Action.row).extract(from: action) == nil)
    withDependencies {
      $0.randomNumberGenerator = .seeded(7)
    } operation: {
      @Dependency(\.randomNumberGenerator) var random
      let die = random { Int.random(in: 1...6, using: &$0) }
      #expect((1...6).contains(die))
    }
    let dependencies = DependencyValues.capture()
    dependencies.run {
      @Dependency(\.log) var log
      log(LogMessage(level: .info, text: "Hi"))
    }
  }

  @Test("names a test that asserts less")
  @MainActor func notExhaustive() async {
    let store = TestStore(initialState: Feature.State()) {
      Feature(values: { AsyncStream { $0.finish() } })
    } withDependencies: {
      $0.continuousClock = UnimplementedClock()
    }
    store.exhaustivity = .off(showSkipped: true)
    await store.send(.form(.set(\.name, "Blob"))) {
      $0.name = "Blob"
      $0.query = "Blob"
      $0.count = 1
    }
    await store.finish()
  }
}

// Compiled, and not run.
private func effects(_ action: Feature.Action, _ sensor: Sensor) -> [Effect<Feature.Action>] {
  typealias CancelID = Feature.CancelID
  typealias Action = Feature.Action
  let load = Effect<Action>.run { _ in }
  let child = Effect<Child.Action>.none
  prepareDependencies { $0.uuid = .incrementing }
  _ = Detail()
    .printChanges()
  return [
    .none,
    .send(.refresh),
    .merge(load, load),
    .concatenate(load, load),
    .cancel(id: CancelID.load),
    load.cancellable(id: CancelID.load),
    .run(priority: .background) { _ in },
    load.debounce(id: CancelID.load, for: .seconds(1)),
    load.throttle(id: CancelID.load, for: .seconds(1), latest: true),
    child.map(Action.child),
    .sequence({ CallbackSequence(bufferingPolicy: .unbounded) { sensor.subscribe($0) } }) {
      .moved($0)
    },
    load.wrapOperations { name, operation in
      print(name ?? "effect")
      try await operation()
    },
  ]
}

private final class Model {
  @Dependency(\.uuid) var uuid

  func detail() -> String {
    withDependencies(from: self) {
      "\(uuid())"
    }
  }
}

private struct Sensor: Subscribable, Sendable {
  @Dependency(\.uuid) var uuid
  @Dependency(\.continuousClock) var clock

  func subscribe(_ callback: CallbackSequence<Int, Never>.Callback) -> @Sendable () -> Void {
    callback.finish()
    return {}
  }
}
