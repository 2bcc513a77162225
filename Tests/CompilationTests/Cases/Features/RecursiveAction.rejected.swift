import Ratchet

struct Folder: Reducer {  // error: type 'Folder.Action' does not conform to the 'Sendable' protocol
  struct State { var folders: [State] = [] }
  indirect enum Action { case opened, folder(Int, Action) }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    // error: type 'Folder.Action' does not conform to the 'Sendable' protocol
    .none  // error: type 'Folder.Action' does not conform to the 'Sendable' protocol
  }
}
