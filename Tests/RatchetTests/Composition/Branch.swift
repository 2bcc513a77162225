import RatchetTesting

/// A feature that contains itself in every way: as rows, as an optional, and as a case.
struct Branch: Reducer {
  struct State: Equatable, Identifiable {
    let id: Int
    var count = 0
    var rows: IdentifiedArrayOf<State> = []
    var maybe: Maybe = .none
    var choice = Choice.leaf

    init(id: Int, rows: [State] = []) {
      self.id = id
      self.rows = IdentifiedArray(rows)
    }

    /// The child that may be there.
    var child: State? {
      get { if case .some(let child) = maybe { child } else { nil } }
      set { maybe = newValue.map { .some($0) } ?? .none }
    }
  }

  /// An optional that may hold what it is in.
  indirect enum Maybe: Equatable {
    case none
    case some(State)
  }

  indirect enum Choice: Equatable {
    case leaf
    case left(State)
    case right(State)
  }

  indirect enum Action: Sendable, Equatable {
    case add(Int)
    case start(String)
    case cancel(String)
    case addLater
    case row(id: Int, action: Action)
    case child(Action)
    case choice(ChoiceAction)
  }

  indirect enum ChoiceAction: Sendable, Equatable {
    case left(Action)
    case right(Action)
  }

  /// Called when a body is built.
  var onBody: @MainActor () -> Void = {}

  var body: some ReducerOf<Self> {
    let _ = MainActor.assumeIsolated { onBody() }
    Scope(state: \.choice, action: Action.choice) {
      Scope(state: Choice.left, action: ChoiceAction.left) { Branch(onBody: onBody) }
      Scope(state: Choice.right, action: ChoiceAction.right) { Branch(onBody: onBody) }
    }
    Reduce { state, action in
      switch action {
      case .add(let number): state.count += number
      case .start(let name):
        return .run(name: name) { _ in await untilCancelled() }.cancellable(id: name)
      case .cancel(let name): return .cancel(id: name)
      case .addLater: return .send(.add(1))
      case .row, .child, .choice: break
      }
      return .none
    }
    .forEach(\.rows, action: Action.row) { Branch(onBody: onBody) }
    .ifLet(\.child, action: Action.child) { Branch(onBody: onBody) }
  }
}
