import RatchetTesting

// The code of `Docs/Ratchet.docc/Stacks.md`.

@Suite("The page of stacks")
struct StacksTests {
  struct Folder: Reducer {
    struct State: Equatable { var name: String }
    enum Action: Equatable { case fileTapped(Int) }

    func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
  }

  struct File: Reducer {
    struct State: Equatable {
      let number: Int
      var isStarred = false
    }

    enum Action: Equatable { case starTapped, closeTapped }

    @Dependency(\.dismiss) var dismiss

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .starTapped:
        state.isStarred.toggle()
        return .none
      case .closeTapped:
        return .run { _ in await dismiss() }
      }
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

  struct Browser: Reducer {
    struct State: Equatable { var path: Stack<Screen.State> = [] }

    enum Action: Equatable {
      case folderTapped(String)
      case linkOpened(folder: String, file: Int)
      case homeTapped
      case path(StackAction<Screen.State, Screen.Action>)
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .folderTapped(let name):
          state.path.push(.folder(Folder.State(name: name)))
        case .linkOpened(let folder, let file):
          state.path.show([
            .folder(Folder.State(name: folder)), .file(File.State(number: file)),
          ])
        case .homeTapped: state.path.popToRoot()
        case .path(.element(_, .folder(.fileTapped(let number)))):
          state.path.push(.file(File.State(number: number)))
        case .path: break
        }
        return .none
      }
      .forEach(\.path, action: Action.path) { Screen() }
    }
  }

  @Test @MainActor func linkKeepsTheFolder() async {
    let store = TestStore(initialState: Browser.State()) { Browser() }
    await store.send(.folderTapped("Letters")) {
      $0.path = [.folder(Folder.State(name: "Letters"))]
    }
    await store.send(.linkOpened(folder: "Letters", file: 7)) {
      $0.path.push(.file(File.State(number: 7)))
    }
    await store.send(.path(.element(id: 1, action: .file(.closeTapped))))
    await store.receive(.path(.pop(from: 1))) { $0.path.pop(from: 1) }
    await store.send(.homeTapped) { $0.path.popToRoot() }
  }

  @MainActor func titles(_ store: StoreOf<Browser>) -> [String] {
    store.scope(state: \.path, action: Browser.Action.path).map { screen in
      if let folder = screen.scope(state: Screen.State.folder, action: Screen.Action.folder) {
        return folder.name
      }
      if let file = screen.scope(state: Screen.State.file, action: Screen.Action.file) {
        return "File \(file.number)"
      }
      return ""
    }
  }

  @Test("shows the titles of the path")
  @MainActor func titlesOfThePath() {
    let store = Store(initialState: Browser.State()) { Browser() }
    store.send(.folderTapped("Letters"))
    store.send(.path(.element(id: 0, action: .folder(.fileTapped(3)))))
    #expect(titles(store) == ["Letters", "File 3"])
  }
}
