import RatchetTesting

enum Action { case finished, failed(any Error) }

@MainActor func finishes(_ store: TestStore<Int, Action>) async {
  #if MISTAKE
    await store.receive(.finished)  // error: write 'receive(case: .finished)'
  #else
    await store.receive(case: .finished)
  #endif
}
