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
      Scope(state: \.form, path: CasePath(Action.view, View.text)) {
        Form()  // error: requires the types 'String' and 'Form.Action' be equivalent
      }
    #else
      Scope(state: \.form, path: CasePath(Action.view, View.form)) {
        Form()
      }
    #endif
  }
}
