import Ratchet

struct Folder: Reducer {  // error: type 'Folder.Action' does not conform to the 'Sendable' protocol
  struct State { var folders: [State] = [] }
  #if MISTAKE
    indirect enum Action { case opened, folder(Int, Action) }
  #else
    indirect enum Action: Sendable { case opened, folder(Int, Action) }
  #endif

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    // error: type 'Folder.Action' does not conform to the 'Sendable' protocol
    .none  // error: type 'Folder.Action' does not conform to the 'Sendable' protocol
  }
}
