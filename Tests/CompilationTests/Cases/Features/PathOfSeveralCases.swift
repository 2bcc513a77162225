import Ratchet

struct Form: Reducer {
  struct State {}
  enum Action { case saved }
  func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
}

struct App: Reducer {
  struct State { var form = Form.State() }
  enum Action { case view(View) }
  enum View { case form(Form.Action), text(String) }

  var body: some ReducerOf<Self> {
    #if MISTAKE
      Scope(state: \.form, action: { .view(.text($0)) }) {
        Form()  // error: 'Form.Action'
      }
    #else
      Scope(state: \.form, action: { .view(.form($0)) }) {
        Form()
      }
    #endif
  }
}
