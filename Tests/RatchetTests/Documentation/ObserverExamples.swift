import RatchetTesting

@MainActor private func actionLogExample() {
  @MainActor final class ActionLog: StoreObserver {
    private(set) var lines: [String] = []

    func observe(_ event: StoreEvent<Counter.State, Counter.Action>) {
      lines.append("\(event)")
    }
  }

  let log = ActionLog()
  let store = Store(initialState: Counter.State(), observers: [log]) { Counter() }

  store.send(.increment)
}

private struct Search: Reducer {
  struct State {}
  enum Action { case appeared }

  func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
}

@MainActor private func withSpan<Result>(
  _ name: String, _ operation: () async throws -> Result
) async rethrows -> Result {
  try await operation()
}

@MainActor private func aroundEffectExample() {
  let store = Store(initialState: Search.State()) {
    Search()
  } withDependencies: {
    $0.aroundEffect = { effect, operation in
      try await withSpan(effect.name ?? "effect") { try await operation() }
    }
  }

  store.send(.appeared)
}

@MainActor private func metricsExample() {
  let metrics = StoreMetrics(of: Counter.self)
  let store = Store(initialState: Counter.State(), observers: [metrics]) { Counter() }
  store.send(.increment)
  print(metrics.text)
}

@MainActor private func historyExample() {
  let history = EffectHistory(of: Search.self)
  let store = Store(initialState: Search.State(), observers: [history]) { Search() }
  print(store.explain())
}
