// flags: -Xfrontend -solver-scope-threshold=300
// The compiler gives up after 300 steps; this body takes about 50. So no time is measured.
import Ratchet

struct Checkout: Reducer {
  struct State { var total = 0 }
  enum Action { case added(Int), removed(Int), paid, failed(String) }
  enum CancelID { case payment, refresh }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .added(let price):
        state.total += price
        return .none
      case .removed(let price):
        state.total -= price
        return .send(.added(0))
      case .paid:
        return .merge(
          .run { [total = state.total] send in await send(.added(-total)) }
            .cancellable(id: CancelID.payment)
            .map { $0 }
            .cancellable(id: CancelID.refresh, cancelInFlight: true),
          .concatenate(.cancel(id: CancelID.refresh), .send(.failed("")), .none)
        )
      case .failed:
        return .none
      }
    }
    Reduce { state, action in
      if case .added(let price) = action { state.total += price }
      return .none
    }
    Reduce { state, action in
      .run { [total = state.total] send in await send(.removed(total)) }
    }
    CombineReducers {
      Reduce { _, _ in .none }
      Reduce { _, _ in .cancel(id: CancelID.payment) }
      EmptyReducer()
    }
    Reduce { state, _ in .send(.added(state.total)) }
    Reduce { state, _ in
      state.total += 1
      return .none
    }
    Reduce { _, _ in .none }
    Reduce { _, action in .send(action) }
    Reduce { state, _ in .send(.removed(state.total)) }
    Reduce { _, _ in .merge(.none, .none) }
    EmptyReducer()
    Reduce { _, _ in .none }
  }
}
