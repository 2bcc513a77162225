import RatchetTesting

// The examples of the documentation, as code. `DocumentationTests` compares them.

struct Counter: Reducer {
  struct State: Equatable { var count = 0 }
  enum Action { case increment, decrement }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .increment: state.count += 1
    case .decrement: state.count -= 1
    }
    return .none
  }
}

private struct CounterOfParts: Reducer {
  struct State { var count = 0 }
  enum Action { case increment }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .increment:
        state.count += 1
        return .none
      }
    }
  }
}

private struct Form: Reducer {
  struct State {}
  enum Action { case submit }

  struct Validation: Reducer {
    func reduce(into state: inout Form.State, action: Form.Action) -> Effect<Form.Action> { .none }
  }

  struct Submission: Reducer {
    func reduce(into state: inout Form.State, action: Form.Action) -> Effect<Form.Action> { .none }
  }

  var body: some ReducerOf<Self> {
    CombineReducers {
      Validation()
      Submission()
    }
  }
}

@MainActor private func storeExample() {
  let store = Store(initialState: Counter.State()) { Counter() }
  store.send(.increment)
  print(store.count)

  struct Window { func close() {} }
  let window = Window()
  if store.isDismissed { window.close() }
}
