import RatchetTesting
import Testing

@Suite("An observer of scoped stores") @MainActor
struct ScopedObservationTests {
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
      ScopedParent.State(rows: [ScopedParent.Element(id: 1), ScopedParent.Element(id: 2)]))
  }
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
