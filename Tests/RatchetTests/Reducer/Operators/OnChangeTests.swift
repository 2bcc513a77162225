import RatchetTesting

@MainActor @Suite("onChange")
struct OnChangeTests {
  @Test("runs for each action with which the value changed, with the old value and the new one")
  func values() {
    let store = recorded()
    store.sendAll(.child(.add(2)), .child(.add(0)), .other(.add(1)), .child(.add(3)))
    #expect(store.rows.map(\.id) == [2, 5])
    #expect(store.rows.map(\.count) == [0, 2])
  }

  @Test("does not run for what is changed outside of it, and not again for its own changes")
  func outside() {
    let store = Store(initialState: Family.State.full) {
      Family()
        .onChange(of: \.child.count) { old, new in
          Reduce { state, _ in
            state.child.count += 100
            state.other.count += 1
            return .none
          }
        }
      Reduce { state, _ in
        state.child.count += 1_000
        return .none
      }
    }
    store.send(.child(.add(1)))
    #expect(store.child.count == 1_101)
    store.send(.other(.add(0)))
    #expect(store.child.count == 2_101)
    #expect(store.other.count == 1)
  }

  @Test("may hold children, whose effects belong to their features each time")
  func children() {
    let store = Store(initialState: Family.State.full) {
      Family()
        .onChange(of: \.child.count) { _, new in
          Reduce { state, _ in
            if new == 3 { state.maybe = nil }
            return .none
          }
          .ifLet(\.maybe, action: Family.Action.maybe) { Part() }
        }
    }
    store.send(.maybe(.start("a")))
    store.send(.child(.add(1)))
    #expect(store.live == ["maybe: a"])
    store.send(.child(.add(2)))
    #expect(store.live.isEmpty)
  }

  @Test("runs for what a closure says is a change, also of values that cannot be compared")
  func removeDuplicates() {
    struct Reading { let count: Int }
    let store = Store(initialState: Family.State()) {
      Family()
        .onChange(of: { Reading(count: $0.child.count) }) { old, new in
          new.count - old.count < 10
        } _: { old, new in
          Reduce { state, _ in
            state.rows.append(Item.State(id: new.count, count: old.count))
            return .none
          }
        }
    }
    store.sendAll(
      .child(.add(9)), .child(.add(9)), .child(.add(10)), .child(.add(-20)), .child(.add(30)))
    #expect(store.rows.map(\.id) == [28, 38])
    #expect(store.rows.map(\.count) == [18, 8])
  }

  // MARK: - Fixtures

  /// A store that keeps each change in a row: the new value as its id, the old one as its count.
  private func recorded() -> FamilyStore {
    Store(initialState: Family.State()) {
      Family()
        .onChange(of: \.child.count) { old, new in
          Reduce { state, _ in
            state.rows.append(Item.State(id: new, count: old))
            return .none
          }
        }
    }
  }
}
