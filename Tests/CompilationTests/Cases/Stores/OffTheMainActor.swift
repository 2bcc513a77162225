import Ratchet

#if MISTAKE
  func refresh(_ store: Store<Int, Int>) {
    store.send(1)  // error: call to main actor-isolated instance method 'send'
  }
#else
  @MainActor func refresh(_ store: Store<Int, Int>) {
    store.send(1)
  }
#endif
