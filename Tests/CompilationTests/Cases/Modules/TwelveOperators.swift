// flags: -Xfrontend -solver-scope-threshold=300
// flags: -Xfrontend -solver-scope-threshold=300 -default-isolation MainActor
// The compiler gives up after 300 steps; this body takes about 100. So no time is measured.
import Ratchet

nonisolated struct Item: Reducer {
  struct State: Identifiable, Equatable {
    var id: Int
    var price = 0
  }
  enum Action { case priced(Int) }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    if case .priced(let price) = action { state.price = price }
    return .none
  }
}

nonisolated struct Checkout: Reducer {
  struct State {
    var total = 0
    var query = ""
    var first = Item.State(id: 0)
    var chosen: Item.State?
    var shown: Item.State?
    var items: IdentifiedArrayOf<Item.State> = []
  }
  enum Action {
    case added(Int)
    case first(Item.Action)
    case chosen(Item.Action)
    case shown(PresentationAction<Item.Action>)
    case item(id: Int, action: Item.Action)
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.first, action: Action.first) {
      Item()
    }
    Reduce { state, action in
      switch action {
      case .added(let price):
        state.total += price
        return .send(.first(.priced(price)))
      case .first, .chosen, .shown, .item:
        return .none
      }
    }
    .ifLet(\.chosen, action: Action.chosen) {
      Item()
    }
    .ifLet(\.shown, action: Action.shown) {
      Item()
    }
    .forEach(\.items, action: Action.item) {
      Item()
    }
    .onChange(of: \.total) { oldValue, newValue in
      Reduce { state, _ in
        state.query = "\(newValue - oldValue)"
        return .none
      }
    }
    .onChange(of: \.query) { _, newValue in
      Reduce { _, _ in .send(.added(newValue.count)) }
    }
    .dependency(\.uuid, .incrementing)
    .dependency(\.context, .test)
    .ifLet(\.chosen, action: Action.chosen) {
      Item().dependency(\.context, .live)
    }
    .forEach(\.items, action: Action.item) {
      Item().onChange(of: \.price) { _, _ in EmptyReducer() }
    }
    .onChange(of: \.items) { _, _ in
      Reduce { state, _ in .send(.added(state.items.count)) }
    }
    .onChange(of: \.chosen) { _, _ in
      EmptyReducer()
    }
    .dependency(\.context, .preview)
  }
}
