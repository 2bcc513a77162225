import RatchetTesting

enum Action { case counted(Int) }

@MainActor func counts(_ store: TestStore<Int, Action>) async {
  #if MISTAKE
    await store.receive(Action.counted, "1")  // error: cannot convert value of type 'String'
  #else
    await store.receive(Action.counted, 1)
  #endif
}
