// flags:
// flags: -enable-upcoming-feature NonisolatedNonsendingByDefault
import Ratchet

struct Counter: Reducer {
  struct State { var count = 0 }
  enum Action { case increment }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    state.count += 1
    return .none
  }
}

struct Options {
  enum Kind { case plain, doubled, none }

  var isOn = true
  var extra: Counter?
  var kind = Kind.plain
  var repetitions = 3
}

struct Configured: Reducer {
  typealias State = Counter.State
  typealias Action = Counter.Action

  let options: Options

  var body: some ReducerOf<Self> {
    Counter()
    if options.isOn {
      Counter()
    }
    if options.isOn {
      Counter()
    } else {
      EmptyReducer()
    }
    if let extra = options.extra {
      extra
    }
    switch options.kind {
    case .plain:
      Counter()
    case .doubled:
      Counter()
      Counter()
    case .none:
      EmptyReducer()
    }
    for _ in 0..<options.repetitions {
      Counter()
    }
    CombineReducers {
      Counter()
      Reduce { _, _ in .none }
    }
  }
}
