import Ratchet

@MainActor func log(_ store: Store<Int, Int>) {
  Task.detached {
    print(store.state)  // error: cannot be accessed from outside of the actor
  }
}
