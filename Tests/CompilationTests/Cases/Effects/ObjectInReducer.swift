import Ratchet

#if MISTAKE
  final class Formatter {
    var digits = 2
    func text(_ number: Double) -> String { "\(number)" }
  }
#else
  struct Formatter {
    var digits = 2
    func text(_ number: Double) -> String { "\(number)" }
  }
#endif

struct Price: Reducer {
  struct State { var price = 0.0 }
  enum Action { case tapped, shown(String) }

  let formatter: Formatter

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    .run { [price = state.price] send in
      await send(.shown(formatter.text(price)))  // error: sending 'self' risks causing data races
    }
  }
}
