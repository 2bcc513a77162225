import RatchetTesting

/// What each operator promises about the order of a child and its parent.
@MainActor @Suite("A child's reducer")
struct OperatorOrderTests {
  @Test("runs before its parent's, which sees what it has done, for each operator")
  func order() {
    let seen = Box<[String]>([])
    let store = observed(seen)
    let actions: [Family.Action] = [
      .child(.add(1)), .maybe(.add(2)), .item(.add(3)), .row(id: 2, action: .add(4)),
      .page(.first(.add(5))),
    ]
    for action in actions { store.send(action) }
    #expect(store.child.count == 1)
    #expect(store.maybe?.count == 2)
    #expect(store.item?.count == 3)
    #expect(store.rows[id: 2]?.count == 4)
    #expect(store.page == .first(Part.State(count: 5)))
    #expect(
      seen.value == [
        "1 0 0 0 first 0", "1 2 0 0 first 0", "1 2 3 0 first 0", "1 2 3 4 first 0",
        "1 2 3 4 first 5",
      ])
  }

  @Test("may be followed by a parent that removes it; its effects, then, never begin")
  func removedByParent() async {
    let begun = Box(0)
    let store = Store(initialState: Family.State.full) {
      CombineReducers {
        Family(operation: { _ in begun.value += 1 })
        Reduce<Family.State, Family.Action> { state, action in
          switch action {
          case .maybe: state.maybe = nil
          case .item: state.item = Item.State(id: 9)
          case .row(let id, _): state.rows.remove(id: id)
          case .page: state.page = .second(Part.State())
          case .child, .other, .own, .change: break
          }
          return .none
        }
      }
    }
    for action in [Part.Action.operate, .addLater] {
      store.change { $0 = .full }
      store.sendAll(
        .maybe(action), .item(action), .row(id: 1, action: action), .page(.first(action)))
    }
    #expect(begun.value == 0)
    #expect(store.statistics.effectsStarted == 0)
    #expect(store.statistics.actions == 10)
    #expect(store.isAtRest)
    store.send(.child(.operate))
    await store.finish()
    #expect(begun.value == 1)
  }

  @Test("has its effects' actions brought to it, through all levels")
  func mapped() async {
    let store = FamilyStore(.full) { send in
      await send(.add(10))
      await send(.addLater)
    }
    store.sendAll(
      .child(.operate), .maybe(.operate), .item(.operate), .row(id: 2, action: .operate),
      .page(.first(.operate)))
    await store.finish()
    #expect(store.child.count == 11)
    #expect(store.other.count == 0)
    #expect(store.maybe?.count == 11)
    #expect(store.item?.count == 11)
    #expect(store.rows.map(\.count) == [0, 11])
    #expect(store.page == .first(Part.State(count: 11)))
    #expect(store.isAtRest)
  }

  // MARK: - Fixtures

  private func observed(_ seen: Box<[String]>) -> FamilyStore {
    Store(initialState: .full) {
      Family()
      Reduce { state, _ in
        let rows = state.rows.reduce(0) { $0 + $1.count }
        let text =
          "\(state.child.count) \(state.maybe?.count ?? 0) \(state.item?.count ?? 0) \(rows)"
        guard case .first(let page) = state.page else { return .none }
        MainActor.assumeIsolated { seen.value.append("\(text) first \(page.count)") }
        return .none
      }
    }
  }
}
