import Ratchet

final class Document {
  var text = ""
}

struct Editor: Reducer {
  struct State { var document = Document() }
  enum Action { case saveTapped, saved(String) }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    #if MISTAKE
      let document = state.document
    #else
      let text = state.document.text
    #endif
    return .run { send in
      #if MISTAKE
        await send(.saved(document.text))  // error: sending 'document' risks causing data races
      #else
        await send(.saved(text))
      #endif
    }
  }
}
