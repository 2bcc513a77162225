import RatchetTesting

@MainActor @Suite("dismiss")
struct DismissTests {
  @Test("removes the presented feature whose effect calls it, and cancels that effect")
  func child() async {
    let store = TestStore(initialState: Parent.State.presented) { Parent() }
    await store.send(.child(.presented(.close))) { $0.log = ["presented, child"] }
    await store.receive(where: isDismiss) {
      $0.child = nil
      $0.log.append("dismiss, child")
    }
    #expect(store.inFlight.isEmpty)
    await store.finish()
  }

  @Test("removes the nearest presented feature, when called far below it")
  func grandchild() async {
    let store = Store(initialState: Parent.State.presented) { Parent() }
    await store.send(.child(.presented(.plain(.close)))).finish()
    #expect(store.state.child == nil)

    store.send(.present)
    await store.send(.child(.presented(.sheet(.presented(.close))))).finish()
    #expect(store.state.child?.sheet == nil)
    #expect(store.state.child?.plain != nil)
    await store.send(.child(.presented(.close))).finish()
    #expect(store.state.child == nil)
  }

  @Test("does nothing in a child that nothing presents, and is reported with the line of the call")
  func unpresented() async {
    let messages = Messages()
    let store = Store(initialState: Panel.State(below: [Panel.State()]), log: messages) { Panel() }
    store.send(.plain(.start))
    await store.send(.plain(.close)).finish()
    #expect(!store.isDismissed)
    #expect(store.live == ["plain: forever"])
    #expect(
      messages.texts == [
        """
        'dismiss' was called in an effect of 'plain', which is not presented.

        Nothing was removed. To fix this, present the feature with 'ifLet' and a \
        'PresentationAction', or in a 'Stack'. Otherwise, send an action that makes its parent \
        remove it.
        """
      ])
    #expect(messages.all.map(\.fileID) == ["RatchetTests/DismissTests+Features.swift"])
  }

  @Test("does nothing outside of effects, and is reported with the line of the call")
  func outside() async {
    let messages = Messages()
    let line: UInt = #line + 5
    await withDependencies {
      $0.log = messages.sink
    } operation: {
      @Dependency(\.dismiss) var dismiss
      await dismiss()
    }
    let text = """
      'dismiss' was called outside an effect of a store.

      Nothing was removed. To fix this, call it in an effect of the feature that is to be removed.
      """
    #expect(messages.texts == [text])
    #expect(messages.all.map(\.fileID) == ["RatchetTests/DismissTests.swift"])
    #expect(messages.all.map(\.line) == [line])
  }

  @Test("can be replaced in a test, of the feature alone and of its parent")
  func replaced() async {
    let calls = Box(0)
    let alone = TestStore(initialState: Panel.State()) {
      Panel()
    } withDependencies: {
      $0.dismiss = DismissEffect { calls.value += 1 }
    }
    await alone.send(.close)
    await alone.finish()
    #expect(calls.value == 1)
    let presented = TestStore(initialState: Parent.State.presented) {
      Parent()
    } withDependencies: {
      $0.dismiss = DismissEffect { calls.value += 1 }
    }
    await presented.send(.child(.presented(.close))) { $0.log = ["presented, child"] }
    await presented.finish()
    #expect(calls.value == 2)
    #expect(presented.state.child != nil)
  }

  @Test("belongs to the innermost store, if one is made in an effect of another")
  func stores() async {
    let inner = Slot<Store<Parent.State, Parent.Action>>()
    let outer = Store(initialState: Parent.State.presented) {
      Parent(onStart: { inner.value = Store(initialState: Parent.State.presented) { Parent() } })
    }
    outer.send(.child(.presented(.start)))
    await inner.value?.send(.child(.presented(.close))).finish()
    #expect(inner.value?.state.child == nil)
    #expect(outer.state.child != nil)
  }

  @Test("goes with isPresented, in the presented feature and below, in reducers and effects")
  func isPresented() async {
    let store = Store(initialState: Parent.State.presented) { Parent() }
    store.send(.ask)
    store.send(.child(.presented(.ask)))
    store.send(.child(.presented(.plain(.ask))))
    await store.finish()
    #expect(store.state.isPresented == [false, false])
    #expect(store.state.child?.isPresented == [true, true])
    #expect(store.state.child?.plain?.isPresented == [true, true])
  }

  private var isDismiss: (Parent.Action) -> Bool {
    { if case .child(.dismiss) = $0 { true } else { false } }
  }
}
