import RatchetTesting

enum Action { case counted(Int) }

@MainActor func counts(_ store: TestStore<Int, Action>) async {
  await store.receive(Action.counted, "1")  // error: cannot convert value of type 'String'
}
