import Ratchet

func refresh(_ store: Store<Int, Int>) {
  store.send(1)  // error: call to main actor-isolated instance method 'send'
}
