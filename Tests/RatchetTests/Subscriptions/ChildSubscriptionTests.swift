import RatchetTesting

@MainActor @Suite("A child's subscription")
struct ChildSubscriptionTests {
  @Test("runs while the child is present, and is of its feature", arguments: Place.all)
  func present(place: Place) {
    let store = Store(initialState: House.State()) { House() }
    #expect(store.live == [])
    store.send(.change { place.add(&$0) })
    store.send(.change { _ in })
    #expect(store.live == [place.path])
    #expect(store.subscriptions.count == 1)
    store.send(.change { place.remove(&$0) })
    #expect(store.isClean)
  }

  @Test("starts with the store, if the initial state has the child", arguments: Place.all)
  func initial(place: Place) {
    var state = House.State()
    place.add(&state)
    let store = Store(initialState: state) { House() }
    #expect(store.live == [place.path])
  }

  @Test("is left alone if the child leaves and comes back in one action", arguments: Place.all)
  func readded(place: Place) {
    let store = Store(initialState: House.State()) { House() }
    store.send(.change { place.add(&$0) })
    store.send(
      .change {
        let before = $0
        place.remove(&$0)
        $0 = before
      })
    #expect(store.live == [place.path])
    #expect(store.statistics.effectsStarted == 1)
  }

  @Test("starts anew if the child leaves and comes back in two", arguments: Place.all)
  func readdedLater(place: Place) {
    let store = Store(initialState: House.State()) { House() }
    store.send(.change { place.add(&$0) })
    store.send(.change { place.remove(&$0) })
    store.send(.change { place.add(&$0) })
    #expect(store.live == [place.path])
    #expect(store.statistics.effectsStarted == 2)
  }

  @Test("sends actions of the child", arguments: Place.all)
  func actions(place: Place) {
    let store = Store(initialState: House.State()) {
      House { send in
        await send(.heard)
        await untilCancelled()
      }
    }
    store.send(.change { place.add(&$0) })
    #expect(store.state.heard == 1)
    #expect(store.live == [place.path])
  }

  @Test("ends when another child takes its place")
  func identity() {
    let store = Store(initialState: House.State(guest: Guest.State(id: 1, isOn: true))) { House() }
    store.send(.change { $0.guest = Guest.State(id: 1, heard: 3, isOn: true) })
    #expect(store.live == ["guest[1]: on"])
    #expect(store.statistics.effectsStarted == 1)
    store.send(.change { $0.guest = Guest.State(id: 2, isOn: true) })
    #expect(store.live == ["guest[2]: on"])
    #expect(store.statistics.effectsStarted == 2)
    store.send(.change { $0.guest = Guest.State(id: 3) })
    #expect(store.isClean)
  }

  @Test("of a row is left alone when rows are moved, sorted, and changed")
  func rows() {
    let store = Store(initialState: House.State()) { House() }
    store.send(.change { $0.rows = [.on(1), .on(2), .on(3)] })
    let moves: [@Sendable (inout House.State) -> Void] = [
      { $0.rows.reverse() },
      { $0.rows.move(fromOffsets: [0], toOffset: 3) },
      { $0.rows.insert(.on(4), at: 0) },
      { $0.rows.append(.on(5)) },
      { $0.rows[id: 2]?.heard = 7 },
      { $0.rows = IdentifiedArray(Array($0.rows.reversed())) },
    ]
    for move in moves { store.send(.change(move)) }
    #expect(store.statistics.effectsStarted == 5)
    #expect(store.statistics.effectsCancelled == 0)
    store.send(.change { $0.rows[id: 2]?.isOn = false })
    store.send(.change { $0.rows.remove(id: 3) })
    #expect(Set(store.live) == ["rows[1]: on", "rows[4]: on", "rows[5]: on"])
    store.send(.row(id: 4, .toggle))
    store.send(.row(id: 2, .toggle))
    #expect(Set(store.live) == ["rows[1]: on", "rows[2]: on", "rows[5]: on"])
    store.send(.change { $0.rows.removeAll() })
    #expect(store.isClean)
  }

  @Test("may dismiss the feature in which it is presented")
  func dismiss() async {
    let store = Store(initialState: House.State()) {
      House { _ in
        @Dependency(\.dismiss) var dismiss
        await dismiss()
      }
    }
    store.send(.change { $0.sheet = Guest.State(id: 1, isOn: true) })
    await store.finish()
    #expect(store.sheet == nil)
    #expect(store.isClean)
  }

  @Test("of a screen ends when that is popped")
  func screens() {
    let store = Store(initialState: House.State()) {
      House { send in
        await send(.heard)
        await untilCancelled()
      }
    }
    store.send(.path(.push(.on(1))))
    store.send(.change { $0.path.push(.on(2)) })
    store.send(.path(.push(.on(3))))
    #expect(store.live == ["path[0]: on", "path[1]: on", "path[2]: on"])
    #expect(store.path.map(\.heard) == [1, 1, 1])
    store.send(.path(.pop(from: store.path.ids[1])))
    #expect(store.live == ["path[0]: on"])
    store.send(.change { $0.path.show([$0.path[0], .on(4)]) })
    #expect(store.statistics.effectsStarted == 4)
  }

  @Test("dismisses the screen that it belongs to")
  func dismissedScreen() async {
    let store = Store(initialState: House.State(path: [.on(1)])) {
      House { _ in
        @Dependency(\.dismiss) var dismiss
        await dismiss()
      }
    }
    await store.finish()
    #expect(store.path.isEmpty)
    #expect(store.isClean)
  }

  @Test("is cancelled by its parent, which reaches the cancel ids in it")
  func cancelledByParent() {
    let store = Store(initialState: House.State()) { House() }
    store.send(.change { $0.rows = [.on(1)] })
    store.send(.cancel("own"))
    store.send(.change { _ in })
    #expect(store.isClean)
    #expect(store.rows[id: 1]?.isOn == true)
  }

  @Test("starts before that of its parent")
  func order() {
    let store = Store(initialState: House.State()) { House() }
    store.send(
      .change {
        for place in Place.all { place.add(&$0) }
        $0.isOn = true
      })
    #expect(
      store.live == [
        "hall: on", "kitchen.second[1]: on", "rows[1]: on", "sheet[1]: on", "guest[1]: on",
        ": house",
      ])
  }
}

// MARK: - Fixtures

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

    /// How often the children have heard something.
    var heard: Int {
      hall.heard + (guest?.heard ?? 0) + (sheet?.heard ?? 0) + rows.map(\.heard).reduce(0, +)
        + kitchen.guest.heard
    }
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
    .ifLet(\.sheet, action: Action.sheet) { Guest(operation: operation) }
    .forEach(\.rows, action: Action.row) { Guest(operation: operation) }
    .forEach(\.path, action: Action.path) { Guest(operation: operation) }
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

    var guest: Guest.State {
      switch self {
      case .first(let guest), .second(let guest): guest
      }
    }
  }

  enum Action: Sendable { case first(Guest.Action), second(Guest.Action) }

  var operation: Guest.Operation

  var body: some ReducerOf<Self> {
    EmptyReducer()
      .ifCaseLet(State.second, action: Action.second) { Guest(operation: operation) }
    Scope(state: State.first, action: Action.first) { Guest(operation: operation) }
  }
}
