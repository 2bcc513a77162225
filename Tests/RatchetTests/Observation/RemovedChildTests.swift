import RatchetTesting
import Testing

@Suite("A scoped store whose child was removed") @MainActor
struct RemovedChildTests {
  let messages = Messages()

  @Test("keeps the last value, also when nobody has read it")
  func lastValue() {
    let store = makeStore()
    let optional = store.optional
    let row = store.rows[0]
    store.change { $0.optional?.n = 5 }
    store.change { $0.rows[id: 1]?.n = 6 }
    store.change { state in
      state.optional = nil
      state.rows.remove(id: 1)
    }
    #expect(optional?.n == 5)
    #expect(row.n == 6)
    #expect(row.state == ScopedParent.Row(id: 1, n: 6))
    #expect(messages.all.isEmpty)
  }

  @Test("accepts no actions, and says so once, with the action and the line")
  func report() {
    let store = makeStore()
    let optional = store.scope(state: \.optional, action: ScopedParent.Action.optional)
    let line: UInt = #line - 1
    store.change { $0.optional = nil }
    let before = store.statistics.actions
    #expect(optional?.send(.add(1)).isCancelled == false)
    optional?.send(.add(2))
    #expect(store.statistics.actions == before)
    #expect(
      messages.texts == [
        """
        An action was sent to a scoped store whose child is gone: add(1)

        The action was dropped, and so will be all others; only the first is reported. The store keeps \
        the last value of its 'Inner'. To fix this, let go of a scoped store when its child leaves the \
        state of the parent, and scope to it again when there is another one.
        """
      ])
    #expect(messages.all.first?.line == line)
    #expect(messages.all.first?.fileID == #fileID)
  }

  @Test("does not come back: a child that comes later has another store")
  func comesBack() {
    let store = makeStore()
    let optional = store.optional
    let first = store.rows[0]
    store.change { state in
      state.optional = nil
      state.rows = []
    }
    store.change { state in
      state.optional = ScopedParent.Inner(n: 9)
      state.rows = [ScopedParent.Row(id: 1, n: 9)]
    }
    #expect(optional?.n == 0)
    #expect(store.optional !== optional)
    #expect(store.optional?.n == 9)
    #expect(store.rows[0] !== first)
    #expect(first.n == 0)
    optional?.send(.add(1))
    #expect(store.state.optional?.n == 9)
  }

  @Test("is that of a child with another id, too")
  func otherIdentity() {
    let store = makeStore()
    let detail = store.detail
    store.change { $0.detail = ScopedParent.Detail(id: 1, n: 4) }
    #expect(store.detail === detail)
    #expect(detail?.n == 4)
    store.change { $0.detail = ScopedParent.Detail(id: 2, n: 7) }
    #expect(detail?.n == 4)
    #expect(store.detail !== detail)
    detail?.send(.add(1))
    #expect(store.state.detail?.n == 7)
  }

  @Test("is not that of a child that was removed and came back in one action")
  func oneAction() {
    let store = makeStore()
    let optional = store.optional
    store.change { state in
      state.optional = nil
      state.optional = ScopedParent.Inner(n: 3)
    }
    #expect(optional?.n == 3)
    #expect(store.optional === optional)
  }

  @Test("has children that are absent as well, with their last values")
  func below() {
    let store = makeStore()
    let row = store.rows[0]
    store.change { $0.rows[id: 1]?.inner = ScopedParent.Inner(n: 1) }
    let inner = row.scope(state: \.inner, action: ScopedParent.ChildAction.inner)
    let part = row.scope(state: \.title, action: ScopedParent.ChildAction.inner)
    let observer = Observer { "\(inner?.n ?? -1) \(part.state)" }
    store.change { state in
      state.rows[id: 1]?.inner?.n = 2
      state.rows[id: 1]?.title = "b"
    }
    store.change { $0.rows = [] }
    #expect(inner?.n == 2)
    #expect(part.state == "b")
    #expect(observer.seen == ["1 ", "2 b"])
    inner?.send(.add(1))
    part.send(.add(1))
    #expect(messages.all.count == 2)
    #expect(row.scope(state: \.inner, action: ScopedParent.ChildAction.inner)?.n == 2)
  }

  @Test("ends what its states are read by, and nobody else's")
  func states() async throws {
    let store = makeStore()
    let optional = try #require(store.optional)
    var gone = optional.states(of: \.n).makeAsyncIterator()
    var stays = store.rows[0].states(of: \.n).makeAsyncIterator()
    #expect(await gone.next(isolation: #isolation) == 0)
    #expect(await stays.next(isolation: #isolation) == 0)
    store.change { $0.optional = nil }
    store.change { $0.rows[id: 1]?.n = 1 }
    #expect(await gone.next(isolation: #isolation) == nil)
    #expect(await stays.next(isolation: #isolation) == 1)
    var late = optional.states(of: \.n).makeAsyncIterator()
    #expect(await late.next(isolation: #isolation) == 0)
    #expect(await late.next(isolation: #isolation) == nil)
  }

  @Test("drops an action between two actions of a batch as well")
  func middle() {
    let store = makeStore()
    let optional = store.optional
    store.send(
      .run(
        .run { send in
          await send(.change { $0.optional = nil })
          optional?.send(.add(1))
          #expect(optional?.n == 0)
          await send(.change { $0.optional = ScopedParent.Inner(n: 2) })
        }))
    #expect(messages.all.count == 1)
  }

  private func makeStore() -> StoreOf<ScopedParent> {
    StoreOf<ScopedParent>(
      ScopedParent.State(
        optional: ScopedParent.Inner(), detail: ScopedParent.Detail(id: 1),
        rows: [ScopedParent.Row(id: 1)]),
      log: messages)
  }
}
