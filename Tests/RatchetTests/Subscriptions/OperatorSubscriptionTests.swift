import RatchetTesting

@MainActor @Suite("Operators pass on what their reducer declares")
struct OperatorSubscriptionTests {
  @Test("combined, in a loop, in a branch, behind an availability check, changed and printed")
  func operators() {
    let texts = Box<[String]>([])
    let flags = [true, false]
    let store = Store(initialState: Radio.State()) {
      CombineReducers {
        Named("combined")
        Named("second")
      }
      for name in ["one", "two"] { Named(name) }
      if flags[0] { Named("if") } else { EmptyReducer() }
      if flags[1] { EmptyReducer() } else { Named("else") }
      if flags[0] { Named("optional") }
      if #available(macOS 26, iOS 26, *) { Nested("available") }
      Named("changed").onChange(of: \.channel) { _, _ in EmptyReducer() }
      Named("printed").printChanges { text in MainActor.assumeIsolated { texts.value.append(text) }
      }
      Named("dependent").dependency(\.level, 1)
    }
    store.change { $0.isOn = true }
    let names = [
      "combined", "second", "one", "two", "if", "else", "optional", "available", "changed",
      "printed", "dependent",
    ]
    #expect(store.subscribed == names)
    #expect(texts.value.count == 1)
    store.change { $0.isOn = false }
    #expect(store.isClean)
  }

  @Test("under the dependencies of its place, in what makes the effect and in the effect")
  func dependencies() {
    let levels = Box<[Int]>([])
    let store = Store(initialState: House.State(guest: .on(1), rows: [.on(1)])) {
      EmptyReducer<House.State, House.Action>()
        .forEach(\.rows, action: House.Action.row) {
          Leveled(levels: levels).dependency(\.level, 3).dependency(\.level, 2)
        }
        .ifLet(\.guest, action: House.Action.guest) { Leveled(levels: levels) }
    } withDependencies: {
      $0.level = 1
    }
    #expect(levels.value == [1, 3, 1, 3])
    #expect(store.inFlight.filter(\.isSubscription).count == 2)
  }

  @Test("in a feature that contains itself, as deep as there is state")
  func recursive() {
    let built = Box(0)
    let tree = Branching.State(
      id: 1, rows: [.init(id: 2, rows: [.init(id: 3), .init(id: 4)]), .init(id: 5)])
    let store = Store(initialState: tree) { Branching { built.value += 1 } }
    #expect(
      store.live == [
        "rows[2].rows[3]: 3", "rows[2].rows[4]: 4", "rows[2]: 2", "rows[5]: 5", ": 1",
      ])
    #expect(built.value == 3)
    store.send(.row(id: 2, action: .row(id: 4, action: .add(6))))
    #expect(store.live.contains("rows[2].rows[4].rows[6]: 6"))
    #expect(built.value == 4)
    store.send(.remove(2))
    #expect(store.live == ["rows[5]: 5", ": 1"])
  }
}

// MARK: - Fixtures

/// Declares one subscription of a name.
private struct Named: Reducer {
  let name: String

  init(_ name: String) {
    self.name = name
  }

  var body: some Reducer<Radio.State, Radio.Action> {
    Reduce { state, action in
      if name == "combined", case .change(let change) = action { change(&state) }
      return .none
    }
    .subscription(while: \.isOn) { .run(name: name) { _ in await untilCancelled() } }
  }
}

private struct Nested: Reducer {
  let name: String

  init(_ name: String) {
    self.name = name
  }

  var body: some Reducer<Radio.State, Radio.Action> { Named(name) }
}

/// Records which level is in force.
private struct Leveled: Reducer {
  let levels: Box<[Int]>
  @Dependency(\.level) var level

  var body: some Reducer<Guest.State, Guest.Action> {
    EmptyReducer().subscription(while: \.isOn) {
      let _ = MainActor.assumeIsolated { levels.value.append(level) }
      return .run { _ in
        levels.value.append(level)
        await untilCancelled()
      }
    }
  }
}

/// A feature that has rows of its own kind, each of which runs something.
private struct Branching: Reducer {
  struct State: Equatable, Identifiable {
    var id: Int
    var rows: IdentifiedArrayOf<State> = []
  }

  indirect enum Action: Sendable {
    case add(Int)
    case remove(Int)
    case row(id: Int, action: Action)
  }

  let onBody: @MainActor () -> Void

  var body: some ReducerOf<Self> {
    let _ = MainActor.assumeIsolated { onBody() }
    Reduce { state, action in
      switch action {
      case .add(let id): state.rows.append(State(id: id))
      case .remove(let id): state.rows.remove(id: id)
      case .row: break
      }
      return .none
    }
    .subscription(id: { $0.id }) { id in
      .run(name: "\(id)") { _ in await untilCancelled() }
    }
    .forEach(\.rows, action: Action.row) { Branching(onBody: onBody) }
  }
}
