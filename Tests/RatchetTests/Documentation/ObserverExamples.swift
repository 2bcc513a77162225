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

@MainActor private func changePrinterExample() {
  let store = Store(
    initialState: Counter.State(), observers: [ChangePrinter(of: Counter.self)]
  ) {
    Counter()
  }

  store.send(.increment)
}
