import Ratchet

struct Document {
  var text = ""
}

struct State {
  var document = Document()
}

@concurrent func count(_ document: Document) async -> Int { document.text.count }

@MainActor func words(in store: Store<State, Int>) async -> Int {
  await count(store.document)
}
