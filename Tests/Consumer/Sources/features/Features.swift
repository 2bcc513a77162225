import Ratchet

// A program that leads actions to children in all ways. Its enums name their cases in mirrors, so
// that it works without reflection metadata; those of `Silent` do not.

struct Counter: Reducer {
  struct State: Identifiable {
    var id = 0
    var count = 0
  }
  enum Action: Sendable { case increment }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    state.count += 1
    return .none
  }
}

struct App: Reducer {
  struct State {
    var counter = Counter.State()
    var rows: IdentifiedArrayOf<Counter.State> = [Counter.State(id: 7)]
    var optional: Counter.State? = Counter.State()
    var sheet: Counter.State? = Counter.State()
    var path = Stack<Counter.State>([Counter.State()])
    var screen = Screen.State.loaded(Counter.State())
    var silent = Silent.State()
  }

  enum Action: Sendable {
    case view(View)
    case row(id: Int, action: Counter.Action)
    case optional(Counter.Action)
    case sheet(PresentationAction<Counter.Action>)
    case path(StackAction<Counter.State, Counter.Action>)
    case screen(Screen.Action)
    case silent(Silent.Action)
  }

  enum View: Sendable { case counter(Counter.Action), closed }

  var body: some ReducerOf<Self> {
    Scope(state: \.counter, action: { .view(.counter($0)) }) { Counter() }
    Scope(state: \.screen, action: Action.screen) { Screen() }
    Scope(state: \.silent, action: Action.silent) { Silent() }
    EmptyReducer()
      .forEach(\.rows, action: Action.row) { Counter() }
      .ifLet(\.optional, action: Action.optional) { Counter() }
      .ifLet(presenting: \.sheet, action: Action.sheet) { Counter() }
      .forEach(stack: \.path, action: Action.path) { Counter() }
  }
}

struct Screen: Reducer {
  enum State { case loading, loaded(Counter.State) }
  enum Action: Sendable { case closed, counter(Counter.Action) }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .closed = action { state = .loading }
      return .none
    }
    .ifCaseLet(State.loaded, action: Action.counter) { Counter() }
  }
}

struct Silent: Reducer {
  struct State { var counter = Counter.State() }
  enum Action: Sendable { case counter(Counter.Action) }

  var body: some ReducerOf<Self> {
    Scope(state: \.counter, action: Action.counter) { Counter() }
  }
}

// MARK: - Names of cases

extension App.Action: CustomReflectable {
  var customMirror: Mirror {
    switch self {
    case .view(let view): mirror("view", view)
    case .row(let id, let action): mirror("row", (id, action))
    case .optional(let action): mirror("optional", action)
    case .sheet(let action): mirror("sheet", action)
    case .path(let action): mirror("path", action)
    case .screen(let action): mirror("screen", action)
    case .silent(let action): mirror("silent", action)
    }
  }

  private func mirror(_ name: String, _ payload: Any) -> Mirror {
    Mirror(self, children: [(name, payload)], displayStyle: .enum)
  }
}

extension App.View: CustomReflectable {
  var customMirror: Mirror {
    switch self {
    case .counter(let action):
      Mirror(self, children: ["counter": action], displayStyle: .enum)
    case .closed: Mirror(self, children: ["closed": ()], displayStyle: .enum)
    }
  }
}

extension Screen.State: CustomReflectable {
  var customMirror: Mirror {
    switch self {
    case .loading: Mirror(self, children: ["loading": ()], displayStyle: .enum)
    case .loaded(let counter):
      Mirror(self, children: ["loaded": counter], displayStyle: .enum)
    }
  }
}

extension Screen.Action: CustomReflectable {
  var customMirror: Mirror {
    switch self {
    case .closed: Mirror(self, children: ["closed": ()], displayStyle: .enum)
    case .counter(let action):
      Mirror(self, children: ["counter": action], displayStyle: .enum)
    }
  }
}

@main
struct Features {
  /// Prints the count of each child after one action for each, and of the counter that has no
  /// names.
  @MainActor static func main() {
    let store = Store(initialState: App.State()) { App() }
    store.send(.view(.closed))
    store.send(.view(.counter(.increment)))
    store.send(.row(id: 7, action: .increment))
    store.send(.optional(.increment))
    store.send(.sheet(.presented(.increment)))
    store.send(.path(.element(id: store.state.path.ids[0], action: .increment)))
    store.send(.screen(.counter(.increment)))
    let state = store.state
    var counts = [state.counter.count, state.rows[0].count, state.optional?.count ?? 0]
    counts += [state.sheet?.count ?? 0, state.path[0].count]
    if case .loaded(let counter) = state.screen { counts.append(counter.count) }
    store.send(.sheet(.dismiss))
    store.send(.screen(.closed))
    store.send(.screen(.closed))
    store.send(.silent(.counter(.increment)))
    print(counts, store.state.sheet == nil, store.state.silent.counter.count)
  }
}
