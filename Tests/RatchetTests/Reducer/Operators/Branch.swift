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
    case own(Command)
    case row(id: Int, action: Action)
    case child(Action)
    case choice(ChoiceAction)

    static func add(_ number: Int) -> Action { .own(.add(number)) }
    static func start(_ name: String) -> Action { .own(.start(name)) }
    static func cancel(_ name: String) -> Action { .own(.cancel(name)) }
    static var addLater: Action { .own(.addLater) }
  }

  enum Command: Sendable, Equatable {
    case add(Int)
    /// Adds one by `Effect.send`.
    case addLater
    /// Starts an effect of this name, which is also its id, that goes on until it is cancelled.
    case start(String)
    case cancel(String)
    /// Starts effects, one after the other; each waits for the gate of its number and adds one.
    case wait([Int], id: String)
    case edit(Edit)
  }

  indirect enum ChoiceAction: Sendable, Equatable {
    case left(Action)
    case right(Action)
  }

  /// Called when a body is built.
  var onBody: @MainActor () -> Void = {}
  var gates: Gates?

  var body: some ReducerOf<Self> {
    let _ = MainActor.assumeIsolated { onBody() }
    Scope(state: \.choice, action: Action.choice) {
      Scope(state: Choice.left, action: ChoiceAction.left) { self }
      Scope(state: Choice.right, action: ChoiceAction.right) { self }
    }
    Reduce { state, action in
      if case .own(let command) = action { perform(command, &state) } else { .none }
    }
    .forEach(\.rows, action: Action.row) { self }
    .ifLet(\.child, action: Action.child) { self }
  }

  private func perform(_ command: Command, _ state: inout State) -> Effect<Action> {
    switch command {
    case .add(let number): state.count += number
    case .edit(let edit): state.apply(edit)
    case .addLater: return .send(.add(1))
    case .start(let name):
      return .run(name: name) { _ in await untilCancelled() }.cancellable(id: name)
    case .cancel(let name): return .cancel(id: name)
    case .wait(let numbers, let id):
      let effects = numbers.map { number in
        Effect<Action>.run(name: "\(number)") { [gates] send in
          if await gates?.pass(number) == true { await send(.add(1)) }
          gates?.noteEnd(number)
        }
      }
      return .concatenate(effects).cancellable(id: id)
    }
    return .none
  }
}
