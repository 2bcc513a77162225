import Ratchet

struct Person { var name = "" }

@MainActor func rename(_ store: Store<Person, String>) {
  store.send("Ada")
}
