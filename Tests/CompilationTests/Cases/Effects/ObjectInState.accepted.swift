import Ratchet

final class Document {
  var text = ""
}

struct Editor: Reducer {
  struct State { var document = Document() }
  enum Action { case saveTapped, saved(String) }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    let text = state.document.text
    return .run { send in
      await send(.saved(text))
    }
  }
}
