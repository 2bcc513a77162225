import RatchetTesting

@MainActor @Suite("Removing a child")
struct RemovalTests {
  @Test("cancels exactly its effects", arguments: Removal.all)
  func exactly(removal: Removal) {
    let store = started()
    store.change(removal.change)
    #expect(Set(store.live) == Set(Self.all).subtracting([removal.path]))
    #expect(store.statistics.effectsCancelled == 1)
    store.send(.own(.cancel("a")))
    #expect(store.isAtRest)
  }

  @Test("and adding it again in one action cancels nothing", arguments: Removal.all)
  func readded(removal: Removal) {
    let store = started()
    store.change { state in
      let before = state
      removal.change(&state)
      state = before
    }
    #expect(store.live == Self.all)
  }

  @Test("is what a child does that changes its own identity: what it returns with that stays")
  func ownIdentity() {
    let store = Store(initialState: Family.State.full) {
      EmptyReducer<Family.State, Family.Action>().ifLet(\.item, action: Family.Action.item) {
        Reduce<Item.State, Part.Action> { state, action in
          if case .add(let number) = action { state.id += number }
          return .run(name: "\(state.id)") { _ in await untilCancelled() }
        }
      }
    }
    store.send(.item(.addLater))
    store.send(.item(.addLater))
    #expect(store.live == ["item[1]: 1", "item[1]: 1"])
    store.send(.item(.add(1)))
    #expect(store.live == ["item[2]: 2"])
  }

  @Test("cancels before the next action is reduced, which was queued already")
  func beforeNextAction() async {
    let sends = Box<[Send<Part.Action>]>([])
    let messages = Messages()
    let store = FamilyStore(.full, log: messages) { send in
      sends.value.append(send)
      await untilCancelled()
    }
    store.send(.row(id: 1, action: .operate))
    store.send(.row(id: 2, action: .operate))
    store.change { state in
      MainActor.assumeIsolated {
        for send in sends.value { Task.immediate { await send(.add(1)) } }
      }
      state.rows.remove(id: 1)
    }
    #expect(store.rows == [Item.State(id: 2, count: 1)])
    #expect(store.statistics.actionsDropped == 1)
    #expect(messages.texts.isEmpty)
    #expect(store.live == ["rows[2]: operation"])
  }

  @Test("never starts the rest of its sequence; that of its parent goes on, with what is queued")
  func sequences() async {
    let sends = Box<[Send<Part.Action>]>([])
    let gate = Signal()
    let store = Store(initialState: Family.State.full) {
      Reduce<Family.State, Family.Action> { state, action in
        let family = Family { send in
          sends.value.append(send)
          await gate.wait()
        }
        let effect = family.reduce(into: &state, action: action)
        guard case .row(let id, .operate) = action else { return effect }
        let rest = EmptyReducer<Family.State, Family.Action>().forEach(
          \.rows, action: Family.Action.row
        ) {
          Reduce<Item.State, Part.Action> { _, _ in .send(.add(10)) }
        }
        return .concatenate(
          effect, rest.reduce(into: &state, action: action), .send(.child(.add(id))))
      }
    }
    for id in 1...2 { store.send(.row(id: id, action: .operate)) }
    store.change { state in
      MainActor.assumeIsolated {
        for send in sends.value { Task.immediate { await send(.add(1)) } }
      }
      state.rows.remove(id: 1)
    }
    #expect(store.rows == [Item.State(id: 2, count: 1)])
    #expect(store.child.count == 1)
    gate.open()
    await store.finish()
    #expect(store.rows == [Item.State(id: 2, count: 11)])
    #expect(store.child.count == 3)
    #expect(store.statistics.actionsDropped == 1)
    #expect(store.isAtRest)
  }

  // MARK: - Fixtures

  struct Removal: Sendable, CustomTestStringConvertible {
    let path: String
    let testDescription: String
    let change: @Sendable (inout Family.State) -> Void

    init(_ path: String, _ how: String, _ change: @escaping @Sendable (inout Family.State) -> Void)
    {
      self.path = path
      testDescription = how
      self.change = change
    }

    static let all = [
      Removal("maybe: a", "nil") { $0.maybe = nil },
      Removal("item[1]: a", "nil with identity") { $0.item = nil },
      Removal("item[1]: a", "another identity") { $0.item = Item.State(id: 2) },
      Removal("rows[1]: a", "a row") { $0.rows.remove(id: 1) },
      Removal("rows[2]: a", "other rows") { $0.rows = [.init(id: 3), .init(id: 1)] },
      Removal("page.first: a", "a case of the same type") { $0.page = .second(Part.State()) },
      Removal("page.first: a", "another case") { $0.page = .third(Item.State(id: 1)) },
    ]
  }

  private static let all = [
    ": a", "child: a", "maybe: a", "item[1]: a", "rows[1]: a", "rows[2]: a", "page.first: a",
  ]

  private func started() -> FamilyStore {
    let store = FamilyStore(.full)
    store.sendAll(
      .own(.start("a")), .child(.start("a")), .maybe(.start("a")), .item(.start("a")),
      .row(id: 1, action: .start("a")), .row(id: 2, action: .start("a")), .page(.first(.start("a")))
    )
    return store
  }
}
