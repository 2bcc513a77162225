import Ratchet

#if MISTAKE
  final class Index {
    var words: [String: Int] = [:]
  }

  @concurrent func rebuild(_ index: Index) async {}

  @MainActor final class Library {
    let index = Index()

    func rebuilt() -> Effect<Int> {
      .run { [index] send in
        await rebuild(index)  // error: sending 'index' risks causing data races
        await send(1)
      }
    }
  }
#else
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
#endif
