import FoundationEssentials
import RatchetTesting

// The features of `Docs/Ratchet.docc/CheatSheet.md`.

extension CheatSheetTests {
  struct Score: Reducer {
    struct State: Equatable { var points = 0 }
    enum Action: Equatable { case scored, reset }

    func reduce(
      into state: inout State, action: Action
    ) -> Effect<Action> {
      switch action {
      case .scored: state.points += 1
      case .reset: state = State()
      }
      return .none
    }
  }

  struct Home: Reducer {
    struct State: Equatable {
      var score = Score.State()  // always present
      var detail: Detail.State?  // present or absent
      var rows: IdentifiedArrayOf<Row.State> = []
      var path: Stack<Screen.State> = []
      var name = ""
    }

    enum Action: Equatable {
      case score(Score.Action)
      case detail(PresentationAction<Detail.Action>)
      case row(id: Int, action: Row.Action)
      case path(StackAction<Screen.State, Screen.Action>)
      case form(FieldChange<State>)  // any field
      case detailTapped
    }

    var body: some ReducerOf<Self> {
      Fields(action: Action.form)
      Scope(state: \.score, action: Action.score) { Score() }
      Reduce { state, action in
        switch action {
        case .detailTapped: state.detail = Detail.State()
        case .detail(.presented(.saved)): state.detail = nil
        case .detail(.dismiss): break  // still in the state here
        case .row(let id, .deleteTapped): state.rows.remove(id: id)
        case .path(.element(_, .file(.done))): state.path.popLast()
        case .form(\.name): state.name = state.name.capitalized
        case .score, .detail, .row, .path, .form: break
        }
        return .none
      }
      .ifLet(\.detail, action: Action.detail) { Detail() }
      .forEach(\.rows, action: Action.row) { Row() }
      .forEach(\.path, action: Action.path) { Screen() }
    }
  }

  struct Screen: Reducer {
    enum State: Equatable {
      case folder(Folder.State)
      case file(File.State)
    }

    enum Action: Equatable {
      case folder(Folder.Action)
      case file(File.Action)
    }

    var body: some ReducerOf<Self> {
      Scope(state: State.folder, action: Action.folder) { Folder() }
      Scope(state: State.file, action: Action.file) { File() }
    }
  }

  struct Opening: Reducer {
    typealias State = Screen.State
    typealias Action = Screen.Action

    var body: some ReducerOf<Self> {
      Reduce { state, action in open(&state, action) }
        .ifCaseLet(State.file, action: Action.file) { File() }
    }

    private func open(_ state: inout State, _ action: Action) -> Effect<Action> {
      if action == .folder(.opened) { state = .file(File.State(name: "a")) }
      return .none
    }
  }

  /// What may change the rows and the path of an `Home`.
  static func change(_ state: inout Home.State, _ id: StackID) {
    state.rows.append(Row.State(id: 1))
    state.rows[id: 1]?.title = "One"
    state.rows.updateOrAppend(Row.State(id: 2))
    state.rows.sort { $0.title < $1.title }
    state.rows.remove(id: 1)

    state.path.push(.folder(Folder.State()))
    state.path[id: id] = .file(File.State(name: "a"))
    state.path.show([.folder(Folder.State()), .file(File.State())])
    state.path.popLast()
    state.path.pop(from: id)  // and the screens above it
    state.path.popToRoot()
  }
}

// MARK: - Fixtures

extension CheatSheetTests.Score.State: Codable {}
extension CheatSheetTests.Score.Action: Codable {}

extension CheatSheetTests {
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
}
