import RatchetTesting

/// A feature whose effects do what a test gives it: `first` causes `second`.
struct Work: Reducer {
  struct State: Equatable {
    var isListening = false
    var received: [String] = []
  }

  enum Action: Equatable { case first, second(String), stop, listen }
  enum CancelID { case first }
  typealias Operation = @MainActor @Sendable (Send<Action>) async throws -> Void

  var first: Operation = { _ in }
  var second: Operation = { _ in }
  var subscription: Operation = { _ in }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .first:
        return .run(name: "first", operation: first) { _, send in await send(.second("caught")) }
          .cancellable(id: CancelID.first)
      case .second(let text):
        state.received.append(text)
        return .run(name: "second", operation: second)
      case .stop:
        return .cancel(id: CancelID.first)
      case .listen:
        state.isListening = true
        return .none
      }
    }
    .subscription(while: \.isListening) { [subscription] in
      .run(name: "subscription", operation: subscription)
    }
  }
}

struct Broken: Error {}

@MainActor func store(
  of work: some Reducer<Work.State, Work.Action>,
  observers: [any StoreObserver<Work.State, Work.Action>] = [],
  withDependencies update: (inout DependencyValues) -> Void = { _ in }
) -> StoreOf<Work> {
  Store(
    initialState: Work.State(), observers: observers, reducer: { work }, withDependencies: update)
}
