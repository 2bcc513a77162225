import Ratchet

struct Person { var name = "" }

final class Button: Sendable {
  let task: StoreTask

  init(task: StoreTask) { self.task = task }

  deinit {
    #if MISTAKE
      task.cancel()  // error: call to main actor-isolated instance method 'cancel()'
    #else
      Task { [task] in await task.cancel() }
    #endif
  }
}

#if MISTAKE
  let store = Store(initialState: 0) { EmptyReducer<Int, Int>() }
  // error: main actor-isolated default value in a nonisolated context

  func refresh(_ store: Store<Int, Int>) {
    store.send(1)  // error: call to main actor-isolated instance method 'send'
  }

  @MainActor func log(_ store: Store<Int, Int>) {
    Task.detached {
      print(store.state)  // error: cannot be accessed from outside of the actor
    }
  }

  @MainActor func rename(_ store: Store<Person, String>) {
    store.name = "Ada"  // error: cannot assign through dynamic lookup property
    store.state.name = "Ada"  // error: 'state' is a get-only property
  }
#else
  @MainActor let store = Store(initialState: 0) { EmptyReducer<Int, Int>() }

  @MainActor func refresh(_ store: Store<Int, Int>) {
    store.send(1)
  }

  @MainActor func log(_ store: Store<Int, Int>) {
    Task.detached { [state = store.state] in
      print(state)
    }
  }

  @MainActor func rename(_ store: Store<Person, String>) {
    store.send("Ada")
  }
#endif
