import Ratchet

struct Editor: Reducer {
  struct State { var alert: String? }
  enum Action { case alert(PresentationAction<Never>) }

  var body: some ReducerOf<Self> {
    EmptyReducer()
      .ifLet(presenting: \.alert, action: Action.alert) {}
  }
}
