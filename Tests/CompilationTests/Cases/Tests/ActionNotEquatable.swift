import RatchetTesting

struct LoadError: Error {}

enum Action {
  case loaded(Result<Int, any Error>)
}

@MainActor func loads(_ store: TestStore<Int, Action>) async {
  #if MISTAKE
    await store.receive(.loaded(.success(1))) { $0 = 1 }  // error: conform to 'Equatable'
  #else
    await store.receive(Action.loaded) { $0 = 1 }
  #endif
}
