import RatchetTesting
import Testing

@Suite("A scoped store whose child was removed") @MainActor
struct RemovedChildTests {
  let messages = Messages()

  @Test("accepts no actions, says so once, with the action and the line, and does not come back")
  func report() {
    let store = makeStore()
    let optional = store.scope(state: \.optional, action: { .optional(.presented($0)) })
    let line: UInt = #line - 1
    store.change { $0.optional = nil }
    let before = store.statistics.actions
    #expect(optional?.send(.add(1)).isCancelled == false)
    optional?.send(.add(2))
    #expect(store.statistics.actions == before)
    #expect(
      messages.texts == [
        """
        An action was sent to a scoped store whose child is not present: add(1)

        This action and any later ones are dropped; this is reported once. The store keeps the \
        last value of its 'Child'. To fix this, release the scoped store when its child leaves the \
        parent's state, and scope again when there is a new child.
        """
      ])
    #expect(messages.all.first?.line == line)
    #expect(messages.all.first?.fileID == #fileID)
    store.change { $0.optional = ScopedParent.Child(n: 9) }
    #expect(optional?.n == 0 && store.optional !== optional)
  }

  @Test("is that of a child with another id, too")
  func otherIdentity() {
    let store = makeStore()
    let detail = store.detail
    store.change { $0.detail = ScopedParent.Element(id: 1, n: 4) }
    #expect(store.detail === detail)
    #expect(detail?.n == 4)
    store.change { $0.detail = ScopedParent.Element(id: 2, n: 7) }
    #expect(detail?.n == 4)
    #expect(store.detail !== detail)
    detail?.send(.add(1))
    #expect(store.state.detail?.n == 7)
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
          await send(.change { $0.optional = ScopedParent.Child(n: 2) })
        }))
    #expect(messages.all.count == 1)
  }

  private func makeStore() -> StoreOf<ScopedParent> {
    StoreOf<ScopedParent>(
      ScopedParent.State(
        optional: ScopedParent.Child(), detail: ScopedParent.Element(id: 1),
        rows: [ScopedParent.Element(id: 1)]),
      log: messages)
  }
}
