import RatchetTesting

// Examples in the documentation of paths of several cases; see `DocumentationTests`.

private enum SeveralCasesExample {
  struct Form: Reducer {
    struct State: Equatable {}
    enum Action { case saved(Int) }
    var body: some ReducerOf<Self> { EmptyReducer() }
  }

  struct Row: Reducer {
    struct State: Equatable, Identifiable { let id: Int }
    enum Action { case tick, renamed(String) }
    var body: some ReducerOf<Self> { EmptyReducer() }
  }

  struct Screen: Reducer {
    struct State: Equatable {
      var form = Form.State()
      var player: Form.State?
      var rows: IdentifiedArrayOf<Row.State> = []
    }
    enum Action {
      case view(View)
      case row(id: Int, action: Row.Action)
    }
    enum View {
      case form(Form.Action)
      case player(Form.Action)
      case row(id: Int, action: Row.Action)
    }
    typealias Player = Form

    var body: some ReducerOf<Self> {
      Scope(state: \.form, path: CasePath(Action.view, View.form)) { Form() }
      EmptyReducer()
        .ifLet(\.player, path: CasePath(Action.view, View.player)) { Player() }
        .forEach(\.rows, path: CasePath(Action.view, View.row)) { Row() }
    }

    static func paths() {
      let form = CasePath(Action.view).appending(View.form)
      let renamed = CasePath(Action.row, id: 7).appending(Row.Action.renamed)
      _ = (form, renamed)
    }

    @MainActor static func scope(_ store: StoreOf<Screen>) {
      let form = store.scope(state: \.form, action: { .view(.form($0)) })
      _ = form
    }
  }

  struct Document: Reducer {
    enum State { case loading, loaded(Loaded) }
    enum Loaded { case form(Form.State), other }
    enum Action { case view(View) }
    enum View { case form(Form.Action) }

    var body: some ReducerOf<Self> {
      Scope(state: CasePath(State.loaded, Loaded.form), path: CasePath(Action.view, View.form)) {
        Form()
      }
    }

    @MainActor static func scope(_ store: StoreOf<Document>) {
      let form = store.scope(
        state: CasePath(State.loaded, Loaded.form), action: { .view(.form($0)) })
      _ = form
    }
  }
}
