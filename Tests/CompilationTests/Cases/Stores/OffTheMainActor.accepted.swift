import Ratchet

@MainActor func refresh(_ store: Store<Int, Int>) {
  store.send(1)
}
