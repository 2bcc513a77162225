import RatchetTesting
import Testing

@Suite("An observer of scoped stores") @MainActor
struct ScopedObservationTests {
  @Test("is told of what it read of the child only")
  func fields() {
    let store = makeStore()
    let child = store.child
    let n = Observer { child.n }
    let name = Observer { child.name }
    child.send(.add(1))
    store.change { $0.title = "b" }
    #expect(n.seen == [0, 1])
    #expect(name.changes == 0)
  }

  @Test("of the presence of an optional child is not told of its content")
  func presence() {
    let store = makeStore()
    let presence = Observer { store.optional != nil }
    store.change { $0.optional?.n = 5 }
    #expect(presence.changes == 0)
    store.change { $0.optional = nil }
    store.change { $0.title = "b" }
    store.change { $0.optional = ScopedParent.Inner() }
    #expect(presence.seen == [true, false, true])
  }

  @Test("of an identifiable child is told when it is another one")
  func identity() {
    let store = makeStore()
    let detail = Observer { store.detail.map { $0.id } }
    let presence = Observer { store.detail != nil }
    store.change { $0.detail?.n = 5 }
    #expect(presence.changes == 0)
    store.change { $0.detail = ScopedParent.Detail(id: 2) }
    #expect(presence.changes == 1)
    #expect(detail.seen == [1, 2])
  }

  @Test("of an enum case is told when the state comes to be of it, and when it leaves it")
  func enumCase() {
    let store = makeStore()
    let page = store.page
    let first = Observer { page.first != nil }
    let third = Observer { page.third != nil }
    store.change { $0.page = .second(ScopedParent.Inner()) }
    #expect(first.changes == 0)
    store.change { $0.page = .first(ScopedParent.Inner()) }
    store.change { $0.page = .first(ScopedParent.Inner(n: 1)) }
    #expect(first.seen == [false, true])
    store.change { $0.page = .third(ScopedParent.Child()) }
    #expect(first.seen == [false, true, false])
    #expect(third.seen == [false, true])
  }

  @Test("of a collection is told of ids and their order, and not of the elements")
  func ids() {
    let store = makeStore()
    let ids = Observer { store.rows.map(\.rowID) }
    let count = Observer { store.rows.count }
    store.change { $0.rows[id: 1]?.n = 5 }
    #expect(ids.changes == 0)
    store.change { $0.rows.swapAt(0, 1) }
    store.change { $0.rows.append(ScopedParent.Row(id: 3)) }
    #expect(ids.seen == [[1, 2], [2, 1], [2, 1, 3]])
    #expect(count.seen == [2, 2, 3])
  }

  @Test("of a row is told of that row only")
  func rows() {
    let store = StoreOf<ScopedParent>(
      ScopedParent.State(rows: IdentifiedArray((0..<1_000).map { ScopedParent.Row(id: $0) })))
    let rows = Array(store.rows)
    let observers = rows.map { row in Observer { row.n } }
    store.send(.row(id: 500, action: .add(1)))
    #expect(observers.map(\.changes).reduce(0, +) == 1)
    #expect(observers[500].seen == [0, 1])
    store.change { $0.rows.remove(at: 0) }
    store.change { $0.rows[id: 999]?.n = 3 }
    store.change { state in state.rows.append(state.rows.remove(at: 0)) }
    #expect(observers.map(\.changes).reduce(0, +) == 2)
    #expect(observers[999].seen == [0, 3])
  }

  @Test("reads root and child and is told once")
  func once() {
    let store = makeStore()
    let observer = Observer { "\(store.title) \(store.child.n) \(store.rows[0].n)" }
    store.change { state in
      state.title = "t"
      state.child.n = 1
      state.rows[id: 1]?.n = 2
    }
    #expect(observer.seen == [" 0 0", "t 1 2"])
  }

  @Test("that sends to the child that it observes comes to an end")
  func sends() {
    let store = makeStore()
    let row = store.rows[0]
    let observer = Observer<Void> { if (1..<100).contains(row.n) { row.send(.add(1)) } }
    row.send(.add(1))
    #expect(row.n == 100)
    #expect(observer.changes == 100)
  }

  @Test("reads a row in the middle of a batch and is told when it is another at the end")
  func middle() {
    let store = makeStore()
    let row = store.rows[0]
    let slot = Slot<Observer<Int>>()
    store.send(
      .run(
        .run { send in
          await send(.change { $0.rows[id: 1]?.n = 1 })
          slot.value = Observer { row.n }
          await send(.change { $0.rows[id: 1]?.n = 0 })
        }))
    #expect(slot.value?.seen == [1, 0])
    #expect(row.n == 0)
  }

  @Test("is told of a change that a comparison has read before in the same sweep")
  func readingComparison() {
    let slot = Slot<Store<Compared.Child, Compared.Action>>()
    let read = Box<[Int]>([])
    let comparison = Comparison { if let n = slot.value?.n { read.value.append(n) } }
    let store = StoreOf<Compared>(initialState: Compared.State(comparison: comparison)) {
      Compared()
    }
    slot.value = store.scope(state: \.child, action: { $0 })
    let first = Observer { store.comparison.count }
    let second = Observer { slot.value?.n }
    store.send(.change)
    #expect(read.value == [1])
    #expect(second.seen == [0, 1])
    withExtendedLifetime(first) {}
    slot.value = nil
  }

  private func makeStore() -> StoreOf<ScopedParent> {
    StoreOf<ScopedParent>(
      ScopedParent.State(
        optional: ScopedParent.Inner(), detail: ScopedParent.Detail(id: 1),
        rows: [ScopedParent.Row(id: 1), ScopedParent.Row(id: 2)]))
  }
}

extension Store<ScopedParent.Row, ScopedParent.ChildAction> {
  /// The id, which a row does not change.
  fileprivate var rowID: Int { self.id }
}

// MARK: - Fixtures

private struct Compared: Reducer {
  struct Child { var n = 0 }

  struct State {
    var comparison: Comparison
    var child: Child? = Child()
  }

  enum Action: Sendable { case change }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    state.comparison.count += 1
    state.child?.n += 1
    return .none
  }
}
