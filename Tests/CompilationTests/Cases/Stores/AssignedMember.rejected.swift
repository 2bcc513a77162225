import Ratchet

struct Person { var name = "" }

@MainActor func rename(_ store: Store<Person, String>) {
  store.name = "Ada"  // error: cannot assign through dynamic lookup property
}
