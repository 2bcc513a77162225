// flags: -Xfrontend -solver-scope-threshold=300
// The compiler gives up after 300 steps, so no time is measured.
import RatchetTesting

nonisolated struct Form: Reducer {
  struct State: Equatable, Identifiable { var id = 0 }
  enum Action: Equatable { case saved(Int), closed }
  func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
}

nonisolated struct Desk: Reducer {
  struct State: Equatable {
    var form = Form.State()
    var child: Form.State?
    var rows: IdentifiedArrayOf<Form.State> = []
  }
  enum Action { case view(View), row(id: Int, action: Form.Action) }
  enum View {
    case form(Form.Action)
    case child(Form.Action)
    case sheet(PresentationAction<Form.Action>)
    case row(id: Int, action: Form.Action)
    case pane(Pane)
  }
  enum Pane { case form(Form.Action) }

  var body: some ReducerOf<Self> {
    Scope(state: \.form, action: { .view(.form($0)) }) { Form() }
    Scope(state: \.form, action: { .view(.pane(.form($0))) }) { Form() }
    EmptyReducer()
      .ifLet(\.child, action: { .view(.child($0)) }) { Form() }
      .ifLet(presenting: \.child, action: { .view(.sheet($0)) }) { Form() }
      .forEach(\.rows, action: { .view(.row(id: $0, action: $1)) }) { Form() }
  }
}

@MainActor func scopes(_ store: StoreOf<Desk>) {
  let form = store.scope(state: \.form, action: { .view(.form($0)) })
  form.send(.closed)
  if let child = store.scope(state: \.child, action: { .view(.sheet(.presented($0))) }) {
    child.send(.closed)
  }
}

@MainActor func receives(_ store: TestStoreOf<Desk>) async {
  await store.receive({ .view(.form($0)) })
  await store.receive({ .view(.form($0)) }, .closed)
  await store.receive({ .view(.form(.saved($0))) }, 42)
  await store.receive({ .row(id: 7, action: .saved($0)) })
  await store.receive({ .row(id: 7, action: .saved($0)) }, 42) { $0.form.id = 1 }
  await store.receive(Desk.Action.row, 7, .closed)
}
