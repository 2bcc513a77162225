import RatchetTesting

struct State: Equatable { var count = 0 }

@MainActor func counts(_ store: TestStore<State, Int>) async {
  await store.send(1) {
    #if MISTAKE
      $0 = 1  // error: cannot assign value of type 'Int' to type 'State'
    #else
      $0.count = 1
    #endif
  }
}
