import RatchetTesting

struct LoadError: Error {}

enum Action {
  case loaded(Result<Int, any Error>)
}

@MainActor func loads(_ store: TestStore<Int, Action>) async {
  await store.receive(Action.loaded) { $0 = 1 }
}
