import Ratchet

#if MISTAKE
  final class Photo {
    var title = ""
  }
#else
  struct Photo {
    var title = ""
  }
#endif

struct Album: Reducer {
  struct State { var titles: [String] = [] }
  enum Action: Sendable {
    case added(Photo)  // error: has non-Sendable type 'Photo'
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    .none
  }
}
