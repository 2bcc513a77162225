import Ratchet

struct Photo {
  var title = ""
}

struct Album: Reducer {
  struct State { var titles: [String] = [] }
  enum Action: Sendable {
    case added(Photo)
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    .none
  }
}
