import Ratchet

#if MISTAKE
  @MainActor func log(_ store: Store<Int, Int>) {
    Task.detached {
      print(store.state)  // error: cannot be accessed from outside of the actor
    }
  }
#else
  @MainActor func log(_ store: Store<Int, Int>) {
    Task.detached { [state = store.state] in
      print(state)
    }
  }
#endif
