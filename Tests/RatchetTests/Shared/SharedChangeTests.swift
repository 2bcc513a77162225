import RatchetTesting
import TestSupport
import Testing

@MainActor @Suite("A change of a shared key that a reducer returns")
struct SharedChangeTests {
  @Test("is applied when the reducer has returned, before any effect starts")
  func beforeEffects() {
    let (store, storage) = makeStore()
    let seen = Box<[Int?]>([])
    store.send(
      .merge([
        .run { _ in seen.value.append(storage.value(of: .total)) },
        .change(.total) { $0 = 3 },
      ]))
    #expect(seen.value == [3])
    #expect(store.total == 3)
  }

  @Test("comes after what the reducer has set, in the order of return")
  func order() {
    let (store, storage) = makeStore()
    store.send(.set(2, .merge(.change(.total) { $0 += 1 }, .change(.total) { $0 *= 10 })))
    #expect(store.total == 30)
    #expect(storage.value(of: .total) == 30)
  }

  @Test("can be merged, mapped, named by an id, and be that of a child that leaves")
  func composed() {
    let (store, _) = makeStore()
    store.send(.merge([.change(.total) { $0 += 1 }.cancellable(id: 1), .cancel(id: 1)]))
    store.send(.merge([Effect<Int>.change(.total) { $0 += 10 }.map { _ in .touch }]))
    store.send(.openAndClose)
    #expect(store.total == 111)
  }

  @Test("in a sequence is applied at once if nothing runs before it, else when its turn comes")
  func sequence() async {
    let (store, storage) = makeStore()
    store.send(.merge([.concatenate(.change(.total) { $0 += 1 }, .change(.total) { $0 += 2 })]))
    #expect(store.total == 3)
    let (gate, opening) = AsyncStream.makeStream(of: Void.self)
    store.send(
      .merge([
        .concatenate(
          .change(.total) { $0 = 4 }, .run { _ in for await _ in gate {} },
          .change(.total) { $0 = 5 })
      ]))
    #expect(store.total == 4)
    opening.finish()
    await settled(store) { $0.total == 5 }
    #expect(storage.value(of: .total) == 5)
    #expect(store.announced == 1)
  }

  @Test("is one of the state where 'expect' runs the reducer that keeps the field, else an effect")
  func expected() async throws {
    expect(
      Desk(), given: Desk.State(), when: .openAndClose, then: { $0.total = 100 })
    withShared(.total, 2)
    expect(Drawer(), given: 0, when: 3, effects: [.change(.total) { $0 += 3 }])
    try await expectIssues {
      expect(Drawer(), given: 0, when: 3, effects: [.change(.total) { $0 += 4 }])
    } matching: { issue in
      issue.description.contains(#"- change "total" to 6"#)
        && issue.description.contains(#"+ change "total" to 5"#)
    }
  }

  private func makeStore(
    _ storage: SharedStorage = SharedStorage()
  ) -> (store: StoreOf<Desk>, storage: SharedStorage) {
    let store = Store(initialState: Desk.State(), storage: storage) { Desk() }
    return (store, storage)
  }
}

// MARK: - Fixtures

/// A feature that keeps a number and returns what it is told to.
private struct Desk: Reducer {
  struct State: Equatable {
    var total = 0
    var announced = 0
    var drawer: Int?
  }

  enum Action: Sendable {
    case merge([Effect<Action>])
    case set(Int, Effect<Action>)
    case openAndClose
    case drawer(Int)
    case touch
    case changed
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .merge(let effects): return .merge(effects)
      case .set(let total, let effect):
        state.total = total
        return effect
      case .openAndClose:
        state.drawer = 1
        var number = 1
        let effect = Drawer().reduce(into: &number, action: 100)
        state.drawer = nil
        return effect.map(Action.drawer)
      case .changed: state.announced += 1
      case .touch, .drawer: break
      }
      return .none
    }
    .ifLet(\.drawer, action: Action.drawer) { Drawer() }
    .kept(\.total, in: .total, changed: .changed)
  }
}

private struct Drawer: Reducer {
  func reduce(into state: inout Int, action: Int) -> Effect<Int> {
    .change(.total) { $0 += action }
  }
}
