import RatchetTesting

/// A way to add and remove a child, which then declares something.
struct Place: Sendable, CustomTestStringConvertible {
  let path: String
  let add: @Sendable (inout House.State) -> Void
  let remove: @Sendable (inout House.State) -> Void

  var testDescription: String { path }

  static let all: [Place] = [
    Place(path: "hall: on") {
      $0.hall.isOn = true
    } remove: {
      $0.hall.isOn = false
    },
    Place(path: "kitchen.first[1]: on") {
      $0.kitchen = .first(.on(1))
    } remove: {
      $0.kitchen = .second(Guest.State(id: 1))
    },
    Place(path: "kitchen.second[1]: on") {
      $0.kitchen = .second(.on(1))
    } remove: {
      $0.kitchen = .first(Guest.State(id: 1))
    },
    Place(path: "rows[1]: on") {
      $0.rows.append(.on(1))
    } remove: {
      $0.rows.remove(id: 1)
    },
    Place(path: "sheet[1]: on") {
      $0.sheet = .on(1)
    } remove: {
      $0.sheet = nil
    },
    Place(path: "guest[1]: on") {
      $0.guest = .on(1)
    } remove: {
      $0.guest = nil
    },
  ]
}

/// A feature with a child of each kind.
struct House: Reducer {
  struct State: Equatable {
    var isOn = false
    var hall = Guest.State(id: 1)
    var kitchen = Kitchen.State.first(Guest.State(id: 1))
    var guest: Guest.State?
    var sheet: Guest.State?
    var rows: IdentifiedArrayOf<Guest.State> = []
    var path: Stack<Guest.State> = []
  }

  enum Action: Sendable {
    case change(@Sendable (inout State) -> Void)
    case cancel(String)
    case hall(Guest.Action)
    case kitchen(Kitchen.Action)
    case guest(Guest.Action)
    case sheet(PresentationAction<Guest.Action>)
    case row(id: Int, Guest.Action)
    case path(StackAction<Guest.State, Guest.Action>)
  }

  var operation: Guest.Operation = { _ in await untilCancelled() }

  var body: some ReducerOf<Self> {
    Scope(state: \.hall, action: Action.hall) { Guest(operation: operation) }
    Scope(state: \.kitchen, action: Action.kitchen) { Kitchen(operation: operation) }
    Reduce { state, action in
      switch action {
      case .change(let change): change(&state)
      case .cancel(let id): return .cancel(id: id)
      case .hall, .kitchen, .guest, .sheet, .row, .path: break
      }
      return .none
    }
    .subscription(while: \.isOn) { .run(name: "house") { _ in await untilCancelled() } }
    .ifLet(\.guest, action: Action.guest) { Guest(operation: operation) }
    .ifLet(presenting: \.sheet, action: Action.sheet) { Guest(operation: operation) }
    .forEach(\.rows, action: Action.row) { Guest(operation: operation) }
    .forEach(stack: \.path, action: Action.path) { Guest(operation: operation) }
  }
}

/// A feature that declares one subscription, with a cancel id.
struct Guest: Reducer {
  struct State: Equatable, Identifiable {
    var id: Int
    var heard = 0
    var isOn = false

    static func on(_ id: Int) -> Self { Self(id: id, isOn: true) }
  }

  enum Action: Sendable { case heard, toggle }

  typealias Operation = @MainActor @Sendable (Send<Action>) async -> Void

  var operation: Operation = { _ in await untilCancelled() }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .heard: state.heard += 1
      case .toggle: state.isOn.toggle()
      }
      return .none
    }
    .subscription(while: \.isOn) {
      .run(name: "on") { send in await operation(send) }.cancellable(id: "own")
    }
  }
}

/// A feature that is one of two.
struct Kitchen: Reducer {
  enum State: Equatable {
    case first(Guest.State)
    case second(Guest.State)
  }

  enum Action: Sendable { case first(Guest.Action), second(Guest.Action) }

  var operation: Guest.Operation

  var body: some ReducerOf<Self> {
    EmptyReducer()
      .ifCaseLet(State.second, action: Action.second) { Guest(operation: operation) }
    Scope(state: State.first, action: Action.first) { Guest(operation: operation) }
  }
}
