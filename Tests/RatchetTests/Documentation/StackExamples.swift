import RatchetTesting

// Examples in the documentation of stacks; see `DocumentationTests`.

@MainActor @Suite("The examples of stacks")
struct StackExamples {
  @Test("push, pop and show")
  func path() {
    var path = Stack<String>()
    let inbox = path.push("inbox")
    path.push("message")
    path[id: inbox] = "archive"  // in place, under the same id
    path.pop(to: inbox)
    path.show(["archive", "draft"])  // the first element is the same, and keeps its id
    #expect("\(path)" == #"[0: "archive", 2: "draft"]"#)
  }

  @Test("show a deep link")
  func deepLink() {
    var state = App.State()
    state.path.show([.list(List.State()), .detail(Detail.State(id: 7))]) { present, shown in
      switch (present, shown) {
      case (.list, .list): true
      case (.detail(let present), .detail(let shown)): present.id == shown.id
      default: false
      }
    }
    #expect(state.path.ids == [0, 1])
  }

  @Test("push a screen when a row is tapped, and pop it")
  func feature() {
    let store = Store(initialState: App.State()) { App() }
    store.send(.path(.element(id: 0, action: .list(.rowTapped(7)))))
    let screens = store.scope(state: \.path, action: App.Action.path)
    if let screen = screens.last,
      let detail = screen.scope(state: Screen.State.detail, action: Screen.Action.detail)
    {
      print(detail.title)
    }
    #expect(store.path.last == .detail(Detail.State(id: 7)))
    store.send(.path(.pop(from: 0)))
    #expect(store.path.isEmpty)
  }

  // MARK: - Fixtures

  private struct List: Reducer {
    struct State: Sendable, Equatable {}
    enum Action { case rowTapped(Int) }
    var body: some ReducerOf<Self> { EmptyReducer() }
  }

  private struct Detail: Reducer {
    struct State: Sendable, Equatable {
      let id: Int
      var title = ""
    }

    enum Action { case titleChanged(String) }
    var body: some ReducerOf<Self> { EmptyReducer() }
  }

  private struct Screen: Reducer {
    enum State: Equatable {
      case list(List.State)
      case detail(Detail.State)
    }

    enum Action {
      case list(List.Action)
      case detail(Detail.Action)
    }

    var body: some ReducerOf<Self> {
      Scope(state: State.list, action: Action.list) { List() }
      Scope(state: State.detail, action: Action.detail) { Detail() }
    }
  }

  private enum Declared {
    enum Action {
      case path(StackAction<Screen.State, Screen.Action>)
    }
  }

  private struct App: Reducer {
    struct State: Equatable { var path: Stack<Screen.State> = [.list(List.State())] }
    typealias Action = Declared.Action

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .path(.element(_, .list(.rowTapped(let id)))):
          state.path.push(.detail(Detail.State(id: id)))
        case .path: break
        }
        return .none
      }
      .forEach(\.path, action: Action.path) { Screen() }
    }
  }
}
