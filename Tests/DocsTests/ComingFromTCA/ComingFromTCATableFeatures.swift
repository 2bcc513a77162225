import RatchetTesting

// The features with which `ComingFromTCATableTests` tries what the tables name.

extension ComingFromTCATableTests {
  struct Child: Reducer {
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

  struct Row: Reducer {
    struct State: Equatable, Identifiable { let id: Int }
    enum Action: Equatable { case tapped, renamed(String) }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      action == .tapped ? .send(.renamed("Row")) : .none
    }
  }

  struct Detail: Reducer {
    struct State: Equatable {}
    enum Action: Equatable { case nameTapped, saveTapped, saved }

    @SharedValue(.name) var name
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
      .ifLet(\.detail, action: Action.detail) { Detail() }
      .forEach(\.rows, action: Action.row) { Row() }
      .forEach(\.path, action: Action.path) { Path() }
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

    static let testValue = API()
    static let liveValue = API(load: { "" })
  }
}

extension SharedKey where Value == String {
  static var name: Self { SharedKey("name", default: "", in: .memory) }
}
