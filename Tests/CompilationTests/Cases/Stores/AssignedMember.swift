import Ratchet

struct Person { var name = "" }

@MainActor func rename(_ store: Store<Person, String>) {
  #if MISTAKE
    store.name = "Ada"  // error: cannot assign through dynamic lookup property
  #else
    store.send("Ada")
  #endif
}
