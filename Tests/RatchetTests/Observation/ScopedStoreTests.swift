import RatchetTesting
import Testing

@Suite("A scoped store") @MainActor
struct ScopedStoreTests {
  @Test("shows the state of its child, and sends to the root", arguments: [false, true])
  func view(isObserved: Bool) {
    let store = StoreOf<ScopedParent>()
    let child = store.child
    let observer = isObserved ? Observer { child.n } : nil
    child.send(.add(3))
    #expect(child.n == 3)
    #expect(child.state == store.state.child)
    #expect(store.state.child.n == 3)
    #expect(store.statistics.actions == 1)
    #expect(child.statistics == store.statistics)
    #expect(observer?.seen ?? [0, 3] == [0, 3])
  }

  @Test("can be told from others by identity, without a type that says what kind it is of")
  func comparedByIdentity() {
    let store = StoreOf<ScopedParent>(ScopedParent.State(detail: ScopedParent.Detail(id: 1)))
    let child: Store<ScopedParent.Child, ScopedParent.ChildAction> = store.child
    #expect(store.scope(state: \.child, action: ScopedParent.Action.child) === child)
    #expect(store.scope(state: \.child, action: { .child($0) }) === child)
    #expect(child === store.scope(state: \.child, action: ScopedParent.Action.child))
    let isSame = store.scope(state: \.child, action: ScopedParent.Action.child) === child
    #expect(isSame)
    let detail: Store<ScopedParent.Detail, ScopedParent.ChildAction>? = store.detail
    let part: Store<ScopedParent.Detail?, ScopedParent.ChildAction> = store.scope(
      state: \.detail, action: ScopedParent.Action.detail)
    #expect(store.scope(state: \.detail, action: ScopedParent.Action.detail) === detail)
    #expect(store.scope(state: \.detail, action: ScopedParent.Action.detail) !== part)
    #expect(part.state == detail?.state)
  }

  @Test("is optional for an optional child only, without a type that says so")
  func inferredType() {
    func isOptional(_ store: Any) -> Bool { Mirror(reflecting: store).displayStyle == .optional }
    func whole<State, Action>(of store: Store<State, Action>) -> Any {
      let whole = store.scope(state: \.self, action: { $0 })
      return whole as Any
    }
    let store = StoreOf<ScopedParent>(ScopedParent.State(detail: ScopedParent.Detail(id: 1)))
    let same = store.scope(state: \.self, action: { $0 })
    let child = store.scope(state: \.child, action: ScopedParent.Action.child)
    let page = store.page.scope(state: \.self, action: { $0 })
    let detail = store.scope(state: \.detail, action: ScopedParent.Action.detail)
    #expect(!isOptional(same as Any))
    #expect(!isOptional(child as Any))
    #expect(!isOptional(page as Any))
    #expect(!isOptional(whole(of: store)))
    #expect(!isOptional(whole(of: store.page)))
    #expect(isOptional(detail as Any))
  }

  @Test("of a computed part follows what it is computed from")
  func computed() {
    let store = StoreOf<ScopedParent>()
    let child = store.scope(state: \.computed, action: ScopedParent.Action.child)
    let observer = Observer { child.n }
    store.child.send(.add(3))
    #expect(child.n == 6)
    #expect(observer.seen == [0, 6])
  }

  @Test("of an optional child is present when the child is")
  func optional() {
    let store = StoreOf<ScopedParent>()
    #expect(store.optional == nil)
    store.change { $0.optional = ScopedParent.Inner(n: 1) }
    let child = store.optional
    child?.send(.add(1))
    #expect(child?.n == 2)
    #expect(store.state.optional?.n == 2)
  }

  @Test("of an enum case is present when the state is of the case")
  func enumCase() {
    let store = StoreOf<ScopedParent>()
    let page = store.page
    #expect(page.first == nil)
    store.change { $0.page = .first(ScopedParent.Inner(n: 1)) }
    let first = page.first
    #expect(first?.n == 1)
    #expect(page.second == nil)
    #expect(page.first === first)
    first?.send(.add(1))
    #expect(first?.n == 2)
    store.change { $0.page = .second(ScopedParent.Inner(n: 5)) }
    #expect(page.first == nil)
    #expect(page.second?.n == 5)
    #expect(first?.n == 2)
  }

  @Test("of an indirect case is a store as any other")
  func indirectCase() {
    let store = StoreOf<ScopedParent>()
    let page = store.page
    store.change { $0.page = .third(ScopedParent.Child(n: 1)) }
    let third = page.third
    let observer = Observer { third?.n }
    for _ in 0..<100 { third?.send(.add(1)) }
    #expect(third?.n == 101)
    #expect(observer.changes == 100)
    #expect(page.third === third)
  }

  @Test("of an element follows it by its id, wherever it moves")
  func rows() {
    let store = StoreOf<ScopedParent>()
    store.change {
      $0.rows = [ScopedParent.Row(id: 1), ScopedParent.Row(id: 2), ScopedParent.Row(id: 3)]
    }
    let rows = Array(store.rows)
    #expect(rows.map(\.id) == [1, 2, 3])
    store.change { $0.rows.remove(at: 0) }
    store.change { $0.rows.insert(ScopedParent.Row(id: 9), at: 0) }
    rows[2].send(.add(5))
    #expect(store.state.rows[id: 3]?.n == 5)
    #expect(rows[2].n == 5)
    #expect(rows[1].n == 0)
    #expect(store.rows.map(\.id) == [9, 2, 3])
    #expect(store.rows[id: 3] === rows[2])
    #expect(store.rows[id: 77] == nil)
  }

  @Test("goes down any number of levels")
  func levels() {
    let store = StoreOf<ScopedParent>()
    store.change { state in
      state.child.rows = [ScopedParent.Row(id: 1)]
      state.child.inner = ScopedParent.Inner(n: 4)
    }
    let child = store.child
    let inner = child.scope(state: \.inner, action: ScopedParent.ChildAction.inner)
    let row = child.scope(state: \.rows, action: ScopedParent.ChildAction.row)[0]
    inner?.send(.add(1))
    row.send(.add(2))
    #expect(inner?.n == 5)
    #expect(row.n == 2)
    #expect(store.state.child.rows[id: 1]?.n == 2)
  }

  @Test("is the same one for the same child while somebody holds it")
  func identity() {
    let store = StoreOf<ScopedParent>()
    store.change { state in
      state.optional = ScopedParent.Inner()
      state.detail = ScopedParent.Detail(id: 1)
      state.rows = [ScopedParent.Row(id: 1), ScopedParent.Row(id: 2)]
    }
    store.change { $0.page = .first(ScopedParent.Inner()) }
    let held = store.scoped
    for (one, other) in zip(held, store.scoped) { #expect(one != nil && one === other) }
    #expect(store.rows[0] !== store.rows[1])
  }

  @Test("is another one for another type of action")
  func otherAction() {
    let store = StoreOf<ScopedParent>()
    store.change { $0.optional = ScopedParent.Inner() }
    let presented: Store<ScopedParent.Inner, ScopedParent.ChildAction>? = store.optional
    let plain: Store<ScopedParent.Inner, PresentationAction<ScopedParent.ChildAction>>? =
      store.scope(state: \.optional, action: { .optional($0) })
    presented?.send(.add(1))
    plain?.send(.presented(.add(1)))
    #expect(presented?.n == 2)
    plain?.send(.dismiss)
    #expect(store.state.optional == nil)
  }

  @Test("waits for and lists the effects of the whole store")
  func effects() async {
    let store = StoreOf<ScopedParent>()
    let child = store.child
    let opened = Signal()
    store.send(.run(.run(name: "wait") { _ in await opened.wait() }))
    #expect(child.inFlight.map(\.name) == ["wait"])
    opened.open()
    await child.finish()
    #expect(store.inFlight.isEmpty)
  }

  @Test("shows the state of the moment to effects that begin in a batch")
  func middleOfBatch() async {
    let store = StoreOf<ScopedParent>()
    store.change { $0.optional = ScopedParent.Inner(n: 1) }
    let optional = store.optional
    let child = store.child
    var seen: [Int?] = []
    store.send(
      .run(
        .run { send in
          await send(.change { $0.optional?.n = 7 })
          seen.append(optional?.n)
          await send(.change { $0.child.n = 8 })
          seen.append(child.n)
        }))
    #expect(seen == [7, 8])
  }

  @Test("queues what is sent to it while a reducer runs")
  func queued() {
    let slot = Slot<Store<ScopedParent.Inner, ScopedParent.ChildAction>>()
    let store = StoreOf<ScopedParent>()
    store.change { $0.optional = ScopedParent.Inner() }
    slot.value = store.optional
    store.change { state in
      state.title = "changed"
      MainActor.assumeIsolated { _ = slot.value?.send(.add(1)) }
    }
    #expect(store.state.optional?.n == 1)
    #expect(store.state.title == "changed")
  }
}
