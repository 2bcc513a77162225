import RatchetTesting
import Testing

@Suite("A scoped store") @MainActor
struct ScopedStoreTests {
  @Test("can be told from others by identity, without a type that says what kind it is of")
  func comparedByIdentity() {
    let store = StoreOf<ScopedParent>(ScopedParent.State(detail: ScopedParent.Element(id: 1)))
    let child: Store<ScopedParent.Child, ScopedParent.ChildAction> = store.child
    #expect(store.scope(state: \.child, action: ScopedParent.Action.child) === child)
    #expect(store.scope(state: \.child, action: { .child($0) }) === child)
    #expect(child === store.scope(state: \.child, action: ScopedParent.Action.child))
    let detail: Store<ScopedParent.Element, ScopedParent.ChildAction>? = store.detail
    let part: Store<ScopedParent.Element?, ScopedParent.ChildAction> = store.scope(
      state: \.detail, action: ScopedParent.Action.detail)
    #expect(store.scope(state: \.detail, action: ScopedParent.Action.detail) === detail)
    #expect(store.scope(state: \.detail, action: ScopedParent.Action.detail) !== part)
    #expect(part.state == detail?.state)
  }

  @Test("is optional for an optional child only, without a type that says so")
  func inferredType() {
    func isOptional(_ store: Any) -> Bool { Mirror(reflecting: store).displayStyle == .optional }
    let store = StoreOf<ScopedParent>(ScopedParent.State(detail: ScopedParent.Element(id: 1)))
    let same = store.scope(state: \.self, action: { $0 })
    let child = store.scope(state: \.child, action: ScopedParent.Action.child)
    let page = store.page.scope(state: \.self, action: { $0 })
    let detail = store.scope(state: \.detail, action: ScopedParent.Action.detail)
    #expect(!isOptional(same as Any))
    #expect(!isOptional(child as Any))
    #expect(!isOptional(page as Any))
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

  @Test("of an indirect case is a store as any other")
  func indirectCase() {
    let store = StoreOf<ScopedParent>()
    store.change { $0.page = .boxed(ScopedParent.Child(n: 1)) }
    let boxed = store.page.scope(state: ScopedParent.Page.boxed, action: { $0 })
    let observer = Observer { boxed?.n }
    for _ in 0..<100 { boxed?.send(.add(1)) }
    #expect(boxed?.n == 101)
    #expect(observer.changes == 100)
    #expect(store.page.scope(state: ScopedParent.Page.boxed, action: { $0 }) === boxed)
  }

  @Test("is another one for another type of action")
  func otherAction() {
    let store = StoreOf<ScopedParent>()
    store.change { $0.optional = ScopedParent.Child() }
    let presented: Store<ScopedParent.Child, ScopedParent.ChildAction>? = store.optional
    let plain: Store<ScopedParent.Child, PresentationAction<ScopedParent.ChildAction>>? =
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
    store.change { $0.optional = ScopedParent.Child(n: 1) }
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
    let slot = Slot<Store<ScopedParent.Child, ScopedParent.ChildAction>>()
    let store = StoreOf<ScopedParent>()
    store.change { $0.optional = ScopedParent.Child() }
    slot.value = store.optional
    store.change { state in
      state.title = "changed"
      MainActor.assumeIsolated { _ = slot.value?.send(.add(1)) }
    }
    #expect(store.state.optional?.n == 1)
    #expect(store.state.title == "changed")
  }
}
