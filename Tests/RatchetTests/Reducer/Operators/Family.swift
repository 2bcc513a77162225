import RatchetTesting

/// A feature with a child of each kind.
struct Family: Reducer {
  struct State: Equatable {
    var child = Part.State()
    var other = Part.State()
    var maybe: Part.State?
    var item: Item.State?
    var rows: IdentifiedArrayOf<Item.State> = []
    var page = Page.State.first(Part.State())
  }

  enum Action: Sendable {
    case child(Part.Action)
    case other(Part.Action)
    case maybe(Part.Action)
    case item(Part.Action)
    case row(id: Int, action: Part.Action)
    case page(Page.Action)
    /// Of the feature itself.
    case own(Part.Action)
    case change(@Sendable (inout State) -> Void)
  }

  var operation: Part.Operation = { _ in }

  var body: some ReducerOf<Self> {
    Scope(state: \.child, action: Action.child) { Part(operation: operation) }
    Scope(state: \.other, action: Action.other) { Part(operation: operation) }
    Scope(state: \.page, action: Action.page) { Page(operation: operation) }
    Reduce { state, action in
      switch action {
      case .own(let action): return Part.effect(of: action, operation).map(Action.own)
      case .change(let change): change(&state)
      case .child, .other, .maybe, .item, .row, .page: break
      }
      return .none
    }
    .ifLet(\.maybe, action: Action.maybe) { Part(operation: operation) }
    .ifLet(\.item, action: Action.item) { Item(operation: operation) }
    .forEach(\.rows, action: Action.row) { Item(operation: operation) }
  }
}

/// A feature that is one of several.
struct Page: Reducer {
  enum State: Equatable {
    case first(Part.State)
    case second(Part.State)
    case third(Item.State)
  }

  enum Action: Sendable {
    case first(Part.Action)
    case second(Part.Action)
    case third(Part.Action)
  }

  var operation: Part.Operation = { _ in }

  var body: some ReducerOf<Self> {
    Scope(state: State.first, action: Action.first) { Part(operation: operation) }
    Scope(state: State.second, action: Action.second) { Part(operation: operation) }
    Scope(state: State.third, action: Action.third) { Item(operation: operation) }
  }
}

typealias FamilyStore = StoreOf<Family>

extension Store<Family.State, Family.Action> {
  convenience init(
    _ state: Family.State, log messages: Messages? = nil,
    operation: @escaping Part.Operation = { _ in }
  ) {
    self.init(initialState: state) {
      Family(operation: operation)
    } withDependencies: {
      if let messages { $0.log = messages.sink }
    }
  }

  /// Whether nothing is in flight, and all that was started has ended.
  var isAtRest: Bool {
    let done = statistics.effectsFinished + statistics.effectsCancelled
    return registry.isClean && inFlight.isEmpty && statistics.effectsStarted == done
  }

  func sendAll(_ actions: Family.Action...) {
    for action in actions { send(action) }
  }

  func change(_ change: @escaping @Sendable (inout Family.State) -> Void) {
    send(.change(change))
  }
}

extension Family.State {
  /// All children are there: rows 1 and 2, item 1.
  static var full: Self {
    Self(maybe: Part.State(), item: Item.State(id: 1), rows: [.init(id: 1), .init(id: 2)])
  }
}
