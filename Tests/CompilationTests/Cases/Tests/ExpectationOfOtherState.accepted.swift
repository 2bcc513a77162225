import RatchetTesting

struct State: Equatable { var count = 0 }

@MainActor func counts(_ store: TestStore<State, Int>) async {
  await store.send(1) {
    $0.count = 1
  }
}
