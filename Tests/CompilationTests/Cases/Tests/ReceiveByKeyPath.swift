import RatchetTesting

enum Action { case loaded(Int), path(StackAction<Int, Screen>) }
enum Screen { case saved }

@MainActor func receives(_ store: TestStore<Int, Action>) async {
  #if MISTAKE
    await store.receive(\.loaded, 1)  // error: write 'receive(Action.loaded, 1)'
    await store.receive(\.path[id: 0].saved)  // error: write 'receive(Action.loaded, 1)'
  #else
    await store.receive(Action.loaded, 1)
    await store.receive(Action.path, id: 0, .saved)
  #endif
}
