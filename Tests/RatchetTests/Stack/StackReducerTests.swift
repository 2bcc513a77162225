import RatchetTesting

@MainActor @Suite("A reducer with a stack of screens")
struct StackReducerTests {
  let messages = Messages()

  @Test("drops what comes for a screen that was popped")
  func late() {
    let store = NavigatorStore(.list, .detail(1), .detail(2), log: messages)
    store.edit(.popFrom(1))
    let before = store.state
    store.send(.detail(.add(1)), to: 2)
    store.send(.detail(.start("a")), to: 1)
    store.send(.path(.pop(from: 1)))
    #expect(store.state == before)
    #expect(store.inFlight.isEmpty)
    #expect(messages.texts == [])
  }

  @Test(
    "reports what comes for a screen that has never been there",
    arguments: [.element(id: 2, action: .close), .pop(from: 2), .pop(from: -1)]
      as [StackAction<Screen.State, Screen.Action>])
  func unknown(action: StackAction<Screen.State, Screen.Action>) {
    let store = NavigatorStore(.list, .detail(1), log: messages)
    store.send(.path(action))
    let id: StackID = if case .pop(from: -1) = action { -1 } else { 2 }
    #expect(
      messages.texts == [
        """
        An action was sent to a child that is not present: \
        \(ValueLine.text(Navigator.Action.path(action)))

        At 'path[\(id)]', no element has this id. The action was sent by code outside of the \
        store's effects. The child's reducer did not run. To fix this, send the action only while \
        the child is present, or return the effect from the child's reducer: it then ends when the \
        child is removed.
        """
      ])
    #expect(store.path.ids == [0, 1])
    #expect(store.log.count == 1)
  }

  @Test("pops a screen that dismisses itself, and those above it")
  func dismiss() async {
    let store = NavigatorStore(.list, .detail(1), .detail(2), log: messages)
    store.send(.detail(.start("above")), to: 2)
    store.send(.list(.start("below")), to: 0)
    await store.send(.close, to: 1).finish()
    #expect(store.path.ids == [0])
    #expect(store.log.last == "pop 1 of 0 1 2")
    #expect(store.live == ["path[0].list: below"])
    #expect(messages.texts == [])
  }

  @Test("pops the innermost screen that dismisses itself, of one stack in another")
  func nestedDismiss() async {
    let inner = Folder.State(path: [Folder.State()])
    let store = Store(initialState: Folder.State(path: [Folder.State(), inner])) { Folder() }
    await store.send(.path(.element(id: 1, action: .path(.element(id: 0, action: .close)))))
      .finish()
    #expect(store.path.ids == [0, 1])
    #expect(store.path[id: 1]?.path.ids == [])
    await store.send(.path(.element(id: 1, action: .close))).finish()
    #expect(store.path.ids == [0])
  }

  @Test("is found in another stack")
  func nested() {
    let store = Store(initialState: Folder.State(path: [Folder.State(), Folder.State()])) {
      Folder()
    } withDependencies: {
      $0.log = messages.sink
    }
    store.send(.path(.element(id: 1, action: .path(.push(Folder.State())))))
    store.send(.path(.element(id: 1, action: .path(.element(id: 0, action: .start)))))
    store.send(.path(.element(id: 1, action: .start)))
    store.send(.path(.element(id: 0, action: .start)))
    #expect(store.live == ["path[1].path[0]: a", "path[1]: a", "path[0]: a"])
    store.send(.path(.element(id: 1, action: .path(.pop(from: 0)))))
    #expect(store.live == ["path[1]: a", "path[0]: a"])
    store.send(.path(.pop(from: 1)))
    #expect(store.live == ["path[0]: a"])
    store.send(.path(.element(id: 0, action: .path(.element(id: 0, action: .start)))))
    #expect(messages.texts.first?.contains("At 'path[0].path[0]', no element has this id.") == true)
  }
}

// MARK: - Fixtures

/// A feature with a path of its own kind.
private struct Folder: Reducer {
  struct State: Sendable {
    var path = Stack<State>()
  }

  indirect enum Action: Sendable {
    case path(StackAction<State, Action>)
    case start, close
  }

  @Dependency(\.dismiss) var dismiss

  var body: some ReducerOf<Self> {
    Reduce { _, action in
      switch action {
      case .start: .run(name: "a") { _ in await untilCancelled() }
      case .close: .run { _ in await dismiss() }
      case .path: .none
      }
    }
    .forEach(stack: \.path, action: Action.path) { Folder() }
  }
}
