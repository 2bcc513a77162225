import Ratchet

struct Folder: Reducer {
  struct State { var folders: [State] = [] }
  indirect enum Action: Sendable { case opened, folder(Int, Action) }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    .none
  }
}
