import Ratchet

struct Counter: Reducer {
  struct State { var count = 0 }
  enum Action { case increment }

  func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
}

struct Row: Reducer {
  struct State: Identifiable { let id: Int }
  enum Action { case tapped }

  func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
}

struct App: Reducer {
  struct State {
    var counter = Counter.State()
    let constant = Counter.State()
    var optional: Counter.State?
    var title = ""
    var rows: IdentifiedArrayOf<Row.State> = []
    var array: [Row.State] = []
  }

  enum Action {
    case counter(Counter.Action)
    case opened(String)
    case row(id: Int, action: Row.Action)
    case rowWithoutID(Row.Action)
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.counter, action: Action.counter) { Counter() }
    EmptyReducer()
      .ifLet(\.optional, action: Action.counter) { Counter() }
      .forEach(\.rows, action: Action.row) { Row() }
  }
}

#if MISTAKE
  struct ActionByKeyPath: Reducer {
    var body: some ReducerOf<App> {
      Scope(state: \.counter, action: \.counter) { Counter() }
      // warning: '@Sendable (Counter.Action) -> App.Action' may introduce data races
      // error: cannot infer key path type from context; consider explicitly
    }
  }

  struct ActionWithoutItsType: Reducer {
    var body: some ReducerOf<App> {
      Scope(state: \.counter, action: .counter) { Counter() }
      // error: type '@Sendable (Counter.Action) -> App.Action' has no member 'counter'
    }
  }

  struct OtherAction: Reducer {
    var body: some ReducerOf<App> {
      Scope(state: \.counter, action: App.Action.opened) { Counter() }
      // error: requires the types 'String' and 'Counter.Action' be equivalent
    }
  }

  struct OtherState: Reducer {
    var body: some ReducerOf<App> {
      Scope(state: \.title, action: App.Action.counter) { Counter() }
      // error: requires the types 'String' and 'Counter.State' be equivalent
    }
  }

  struct OptionalState: Reducer {
    var body: some ReducerOf<App> {
      Scope(state: \.optional, action: App.Action.counter) { Counter() }
      // error: requires the types 'Optional<Counter.State>' and 'Counter.State' be equivalent
    }
  }

  struct ConstantState: Reducer {
    var body: some ReducerOf<App> {
      Scope(state: \.constant, action: App.Action.counter) { Counter() }
      // error: expected argument type 'WritableKeyPath<App.State, Counter.State>'
    }
  }

  struct StateThatIsAlwaysThere: Reducer {
    var body: some ReducerOf<App> {
      EmptyReducer()
        .ifLet(\.counter, action: App.Action.counter) { Counter() }  // error: cannot convert value
    }
  }

  struct RowsInArray: Reducer {
    var body: some ReducerOf<App> {
      EmptyReducer()
        .forEach(\.array, action: App.Action.row) { Row() }  // error: cannot convert value of type
    }
  }

  struct RowActionWithoutID: Reducer {
    var body: some ReducerOf<App> {
      EmptyReducer()
        .forEach(\.rows, action: App.Action.rowWithoutID) { Row() }
      // error: to expected argument type '@Sendable (Int, Row.Action) -> App.Action'
    }
  }

  struct ReducerOfOtherAction: Reducer {
    var body: some Reducer<Counter.State, App.Action> {
      Counter()  // error: requires the types 'App.Action' and 'Counter.Action' be equivalent
    }
  }
#endif

@MainActor func count(_ store: StoreOf<App>) {
  #if MISTAKE
    store.send(.increment)  // error: type 'App.Action' has no member 'increment'
    let counter = Store(initialState: Counter.State(), reducer: Counter())
  // error: to expected argument type '() -> some Reducer<State, Action>'
  // error: generic parameter 'some Reducer<State, Action>' could not be inferred
  #else
    store.send(.counter(.increment))
    let counter = Store(initialState: Counter.State()) { Counter() }
  #endif
  counter.send(.increment)
  // error: cannot infer contextual base in reference to member 'increment'
}
