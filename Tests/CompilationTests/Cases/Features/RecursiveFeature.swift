import Ratchet

struct Folder: Reducer {
  struct State: Identifiable {
    let id: Int
    var folders: IdentifiedArrayOf<State> = []
  }
  indirect enum Action: Sendable {
    case opened
    case folder(id: Int, action: Action)
  }

  var body: some ReducerOf<Self> {
    Reduce { _, _ in .none }
      .forEach(\.folders, action: Action.folder) { Folder() }
  }
}
