import Ratchet

struct Counter: Reducer {  // error: type 'Counter' does not conform to protocol 'Reducer'
  struct State { var count = 0 }
  enum Action { case increment }

  func reduce(_ state: inout State, _ action: Action) -> Effect<Action> {
    .none
  }
}
