import RatchetTesting

/// A feature with a path of screens, which notes what it finds when an action comes.
struct Navigator: Reducer {
  struct State: Equatable {
    var path = Stack<Screen.State>()
    /// For each action of the path, what it was and the ids that were there.
    var log: [String] = []
  }

  enum Action: Equatable, Sendable {
    case path(StackAction<Screen.State, Screen.Action>)
    case edit([Edit])
    /// Of the feature itself.
    case own(Part.Action)
  }

  /// A change of the path by the parent.
  enum Edit: Equatable, Sendable {
    case push(Screen.State)
    case popLast
    case popTo(StackID)
    case popFrom(StackID)
    case popToRoot
    case show([Screen.State])
    case set(StackID, Screen.State?)
    case assign(Stack<Screen.State>)
  }

  var operation: Part.Operation = { _ in }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      let ids = state.path.ids.map { "\($0)" }.joined(separator: " ")
      switch action {
      case .path(.element(let id, _)): state.log.append("element \(id) of \(ids)")
      case .path(.push): state.log.append("push, then \(ids)")
      case .path(.pop(let id)): state.log.append("pop \(id) of \(ids)")
      case .edit(let edits): for edit in edits { edit.apply(to: &state.path) }
      case .own(let action): return Part.effect(of: action, operation).map(Action.own)
      }
      return .none
    }
    .forEach(stack: \.path, action: Action.path) { Screen(operation: operation) }
  }
}

extension Navigator.Edit {
  func apply(to path: inout Stack<Screen.State>) {
    switch self {
    case .push(let screen): path.push(screen)
    case .popLast: path.popLast()
    case .popTo(let id): path.pop(to: id)
    case .popFrom(let id): path.pop(from: id)
    case .popToRoot: path.popToRoot()
    case .show(let screens): path.show(screens) { $0.isSameScreen(as: $1) }
    case .set(let id, let screen): if path.contains(id: id) { path[id: id] = screen }
    case .assign(let other): path = other
    }
  }
}

/// A screen of one of two kinds.
struct Screen: Reducer {
  enum State: Equatable, Sendable {
    case list(Part.State)
    case detail(Item.State)

    static var list: Self { .list(Part.State()) }
    static func detail(_ id: Int) -> Self { .detail(Item.State(id: id)) }

    func isSameScreen(as other: Self) -> Bool {
      switch (self, other) {
      case (.list, .list): true
      case (.detail(let one), .detail(let other)): one.id == other.id
      default: false
      }
    }
  }

  enum Action: Equatable, Sendable {
    case list(Part.Action)
    case detail(Part.Action)
    /// Of the screen, whatever its kind is.
    case own(Part.Action)
    case close
    case note(isPresented: Bool)
  }

  var operation: Part.Operation = { _ in }
  @Dependency(\.dismiss) var dismiss
  @Dependency(\.isPresented) var isPresented

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .own(.add): return .send(.note(isPresented: isPresented))
      case .own(let action): return Part.effect(of: action, operation).map(Action.own)
      case .close: return .run(name: "close") { _ in await dismiss() }
      case .note(let isPresented): if isPresented { state = .detail(1_000) }
      case .list, .detail: break
      }
      return .none
    }
    Scope(state: State.list, action: Action.list) { Part(operation: operation) }
    Scope(state: State.detail, action: Action.detail) { Item(operation: operation) }
  }
}

typealias NavigatorStore = StoreOf<Navigator>

extension Store<Navigator.State, Navigator.Action> {
  convenience init(
    _ screens: Screen.State..., log messages: Messages? = nil,
    operation: @escaping Part.Operation = { _ in }
  ) {
    self.init(initialState: Navigator.State(path: Stack(screens))) {
      Navigator(operation: operation)
    } withDependencies: {
      if let messages { $0.log = messages.sink }
    }
  }

  func edit(_ edits: Navigator.Edit...) {
    send(.edit(edits))
  }

  @discardableResult
  func send(_ action: Screen.Action, to id: StackID) -> StoreTask {
    send(.path(.element(id: id, action: action)))
  }

  /// Whether nothing is in flight, and all that was started has ended.
  var isAtRest: Bool {
    let done = statistics.effectsFinished + statistics.effectsCancelled
    return registry.isClean && inFlight.isEmpty && statistics.effectsStarted == done
  }
}
