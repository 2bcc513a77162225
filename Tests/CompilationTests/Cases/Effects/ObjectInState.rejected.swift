import Ratchet

final class Document {
  var text = ""
}

struct Editor: Reducer {
  struct State { var document = Document() }
  enum Action { case saveTapped, saved(String) }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    let document = state.document
    return .run { send in
      await send(.saved(document.text))  // error: sending 'document' risks causing data races
    }
  }
}
