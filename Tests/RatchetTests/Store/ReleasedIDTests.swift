import RatchetTesting
import Testing

/// What is equal need not be the same object: a table may be the last to hold an id that nothing in
/// flight has any more.
@Suite("An id that sends when it is released") @MainActor
struct ReleasedIDTests {
  @Test("may be equal to one that stays longer")
  func cancelID() async {
    let slot = Slot<ScriptStore>()
    let ids = Box<[String: ObjectID]>([:])
    let store = ScriptStore(initialState: []) {
      Reduce { state, action in
        state.append(action)
        return MainActor.assumeIsolated {
          if let id = ids.value[action] {
            return .run { _ in await id.signal.wait() }.cancellable(id: id)
          }
          return action == "released" ? .send("after") : .none
        }
      }
    }
    slot.value = store
    ids.value = ["a": ObjectID("id") { slot.value?.send("released") }, "b": ObjectID("id")]
    let signals = ["a", "b"].map { ids.value[$0]?.signal }
    let tasks = [store.send("a"), store.send("b")]
    ids.value = [:]
    for (signal, task) in zip(signals, tasks) {
      signal?.open()
      await task.finish()
    }
    await store.finish()
    #expect(store.state == ["a", "b", "released", "after"])
    #expect(store.isAtRest)
    slot.value = nil
  }

  @Test("may be that of a row, equal to one that stays longer")
  func element() async {
    let slot = Slot<StoreOf<Table>>()
    let store = StoreOf<Table>(
      initialState: Table.State(rows: [Table.Row(id: ObjectID("row"))])
    ) { Table() }
    slot.value = store
    let signals = [Signal(), Signal()]
    var id: ObjectID? = ObjectID("row") { slot.value?.send(.released) }
    let first = id.map { store.send(.row(id: $0, action: signals[0])) }
    id = nil
    let second = store.send(.row(id: ObjectID("row"), action: signals[1]))
    signals[0].open()
    await first?.finish()
    signals[1].open()
    await second.finish()
    await store.finish()
    #expect(store.isReleased)
    slot.value = nil
  }

  @Test("may be that of a throttle whose time is over")
  func throttle() async {
    let slot = Slot<Store<Int, Int>>()
    let released = Box(0)
    let store = Store<Int, Int>(initialState: 0) {
      Reduce { state, action in
        state += 1
        return MainActor.assumeIsolated {
          let id = ObjectID("\(action)") {
            released.value += 1
            if action < 1_000 { slot.value?.send(1_000 + action) }
          }
          return .run { _ in }.throttle(id: id, for: .zero, latest: true, clock: ContinuousClock())
        }
      }
    }
    slot.value = store
    for number in 0..<100 { store.send(number) }
    await store.finish()
    #expect(store.state > 150 && released.value > 100, "\(store.state) \(released.value)")
    slot.value = nil
  }
}

// MARK: - Fixtures

/// Equal by name; sends when it is released, if it was made for that.
private struct ObjectID: Hashable, Sendable {
  let name: String
  let signal: Signal
  private let end: SendsAtEnd?

  @MainActor init(_ name: String, _ release: (@MainActor @Sendable () -> Void)? = nil) {
    self.name = name
    signal = Signal()
    end = release.map(SendsAtEnd.init)
  }

  static func == (one: Self, other: Self) -> Bool { one.name == other.name }

  func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

private struct Table: Reducer {
  struct Row: Identifiable { let id: ObjectID }
  struct State {
    var rows: IdentifiedArrayOf<Row>
    var isReleased = false
  }
  enum Action: Sendable {
    case row(id: ObjectID, action: Signal)
    case released
  }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      if case .released = action { state.isReleased = true }
      return .none
    }
    .forEach(\.rows, action: Action.row) {
      Reduce<Row, Signal> { _, signal in .run { _ in await signal.wait() } }
    }
  }
}
