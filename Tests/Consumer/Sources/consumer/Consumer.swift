import Ratchet

struct Counter: Reducer {
  struct State { var count = 0 }
  enum Action { case increment, decrement }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .increment: state.count += 1
    case .decrement: state.count -= 1
    }
    return .none
  }
}

@main
struct Consumer {
  @MainActor static func main() {
    let store = Store(initialState: Counter.State()) { Counter() }
    store.send(.increment)
    print(store.count)
  }
}
