import Ratchet

@MainActor func log(_ store: Store<Int, Int>) {
  Task.detached { [state = store.state] in
    print(state)
  }
}
