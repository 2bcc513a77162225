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

  @Test("and adding it again in the next action cancels", arguments: Removal.all)
  func readdedLater(removal: Removal) {
    let store = started()
    let before = store.state
    store.change(removal.change)
    store.change { $0 = before }
    #expect(Set(store.live) == Set(Self.all).subtracting([removal.path]))
  }

  @Test("is not what moving, sorting and changing rows is")
  func moves() {
    let store = started()
    store.change { $0.rows.reverse() }
    store.change { $0.rows.append(Item.State(id: 3)) }
    store.change { $0.rows.move(fromOffsets: [0], toOffset: 3) }
    store.change { $0.rows[id: 1]?.count = 8 }
    store.change { $0.rows = [.init(id: 2), .init(id: 1)] }
    store.change { $0.item = Item.State(id: 1, count: 5) }
    store.change { $0.maybe = Part.State(count: 5) }
    store.change { $0.page = .first(Part.State(count: 3)) }
    #expect(store.live == Self.all)
  }

  @Test("is what another identity in the same case is")
  func identityInCase() {
    let store = FamilyStore(.full)
    store.change { $0.page = .third(Item.State(id: 1)) }
    store.send(.page(.third(.start("a"))))
    store.change { $0.page = .third(Item.State(id: 1, count: 2)) }
    #expect(store.live == ["page.third[1]: a"])
    store.change { $0.page = .third(Item.State(id: 2)) }
    #expect(store.live.isEmpty)
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

  @Test("drops what its effects send afterwards, without a report")
  func lateSends() async {
    let gate = Signal()
    let messages = Messages()
    let store = FamilyStore(.full, log: messages) { send in
      await gate.wait()
      await send(.add(1))
      await send(.add(1))
    }
    store.sendAll(.maybe(.operate), .item(.operate), .row(id: 1, action: .operate))
    store.change { state in
      state.maybe = nil
      state.item = nil
      state.rows = []
    }
    store.change { $0 = .full }
    gate.open()
    await store.finish()
    #expect(store.state == .full)
    #expect(messages.texts.isEmpty)
    #expect(store.isAtRest)
  }

  @Test("keeps its effects from beginning that had not begun")
  func pending() async {
    let begun = Box<[String]>([])
    let store = Store(initialState: Family.State.full) {
      EmptyReducer<Family.State, Family.Action>().forEach(\.rows, action: Family.Action.row) {
        Reduce<Item.State, Part.Action> { _, _ in
          .merge(
            .send(.addLater),
            .run { _ in begun.value.append("row") })
        }
      }
      Reduce<Family.State, Family.Action> { state, action in
        if case .row(let id, .addLater) = action { state.rows.remove(id: id) }
        return .run { _ in begun.value.append("parent") }
      }
    }
    store.send(.row(id: 1, action: .add(1)))
    await store.finish()
    #expect(begun.value == ["parent", "parent"])
    #expect(store.rows.map(\.id) == [2])
  }

  @Test("never starts the rest of its sequence, and lets the rest of its parent's go on")
  func sequences() async {
    let begun = Box<[String]>([])
    let gate = Signal()
    let store = Store(initialState: Family.State.full) {
      Sequences(gate: gate, begun: begun)
    }
    store.send(.row(id: 1, action: .add(1)))
    store.send(.row(id: 2, action: .add(1)))
    #expect(begun.value == ["1 first", "2 first"])
    store.change { $0.rows.remove(id: 1) }
    gate.open()
    await store.finish()
    #expect(begun.value == ["1 first", "2 first", "parent last", "2 last", "parent last"])
    #expect(store.registry.isClean)
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

/// A row returns a sequence; its parent puts one more effect behind all that the rows return.
private struct Sequences: Reducer {
  let gate: Signal
  let begun: Box<[String]>

  func reduce(into state: inout Family.State, action: Family.Action) -> Effect<Family.Action> {
    if case .change(let change) = action {
      change(&state)
      return .none
    }
    let rows = EmptyReducer<Family.State, Family.Action>().forEach(
      \.rows, action: Family.Action.row
    ) {
      Reduce { [gate, begun] state, _ in
        .concatenate(
          .run { [id = state.id] _ in
            begun.value.append("\(id) first")
            await gate.wait()
          },
          .run { [id = state.id] _ in begun.value.append("\(id) last") })
      }
    }
    let effect = rows.reduce(into: &state, action: action)
    return .concatenate(effect, .run { [begun] _ in begun.value.append("parent last") })
  }
}
