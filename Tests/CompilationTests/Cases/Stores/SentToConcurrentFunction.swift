import Ratchet

#if MISTAKE
  final class Document {
    var text = ""
  }
#else
  struct Document {
    var text = ""
  }
#endif

struct State {
  var document = Document()
}

@concurrent func count(_ document: Document) async -> Int { document.text.count }

@MainActor func words(in store: Store<State, Int>) async -> Int {
  await count(store.document)  // error: sending value of non-Sendable type 'Document'
}
