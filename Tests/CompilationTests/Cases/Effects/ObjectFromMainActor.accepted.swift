import Ratchet

actor Index {
  var words: [String: Int] = [:]
  func rebuild() {}
}

@MainActor final class Library {
  let index = Index()

  func rebuilt() -> Effect<Int> {
    .run { [index] send in
      await index.rebuild()
      await send(1)
    }
  }
}
