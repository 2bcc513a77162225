import RatchetTesting

@MainActor @Suite("dismiss")
struct DismissTests {
  @Test("removes the presented feature whose effect calls it, and cancels that effect")
  func child() async {
    let store = TestStore(initialState: Parent.State.presented) { Parent() }
    await store.send(.child(.presented(.close))) { $0.log = ["presented, child"] }
    await store.receive(where: isDismiss) {
      $0.child = nil
      $0.log.append("dismiss, none")
    }
    #expect(store.inFlight.isEmpty)
    await store.finish()
  }

  @Test("lets its parent see the state without the child")
  func parentSees() async {
    let store = Store(initialState: Parent.State.presented) { Parent() }
    let task = store.send(.child(.presented(.close)))
    await task.finish()
    #expect(store.state.child == nil)
    #expect(store.state.log == ["presented, child", "dismiss, none"])
    #expect(store.statistics.effectsCancelled == 1)
    #expect(store.registry.isClean)
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

  @Test("is done once: a second call is that of a cancelled effect")
  func twice() async {
    let messages = Messages()
    let store = Store(initialState: Parent.State.presented) {
      Parent()
    } withDependencies: {
      $0.log = messages.sink
    }
    await store.send(.child(.presented(.closeTwice))).finish()
    #expect(store.state.log == ["presented, child", "dismiss, none"])
    #expect(messages.texts.isEmpty)
  }

  @Test("cancels all effects of the feature, and leaves those of its parent")
  func others() async {
    let store = Store(initialState: Parent.State.presented) { Parent() }
    store.send(.child(.presented(.start)))
    store.send(.child(.presented(.plain(.start))))
    store.send(.start)
    #expect(store.live == ["child: forever", "child.plain: forever", ": forever"])
    await store.send(.child(.presented(.close))).finish()
    #expect(store.live == [": forever"])
  }

  @Test("is reported when the child is gone, when it is the parent that sends it")
  func alreadyGone() {
    let messages = Messages()
    let store = Store(initialState: Parent.State.presented) {
      Parent()
    } withDependencies: {
      $0.log = messages.sink
    }
    store.send(.child(.dismiss))
    #expect(messages.texts.isEmpty)
    store.send(.child(.dismiss))
    #expect(messages.texts.count == 1)
    #expect(
      messages.texts.first?.hasPrefix(
        "An action was sent to a child that is not there: child(.dismiss)\n") == true
    )
    #expect(messages.texts.first?.contains("At 'child' the child's state is nil.") == true)
    #expect(store.state.log == ["dismiss, none", "dismiss, none"])
  }

  @Test("dismisses the store in a feature that is not presented, below the root too")
  func root() async {
    let messages = Messages()
    for action in [Panel.Action.close, .plain(.close)] {
      let store = Store(initialState: Panel.State(below: [Panel.State(), Panel.State()])) {
        Panel()
      } withDependencies: {
        $0.log = messages.sink
      }
      store.send(.start)
      await store.send(action).finish()
      #expect(store.isDismissed)
      #expect(store.live.isEmpty)
      #expect(store.state.below.count == 2)
    }
    #expect(messages.texts.isEmpty)
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
      'dismiss' was called outside of the effects of a store, so that there is nothing to remove. \
      To fix this, call 'dismiss' in an effect of the feature that is to be removed.
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

// MARK: - Fixtures

/// A feature that can be presented and presents one of its own kind.
private struct Panel: Reducer {
  struct State: Equatable {
    var isPresented: [Bool] = []
    var below: [State] = []

    var plain: State? {
      get { below.first }
      set { below = [newValue, sheet].compactMap(\.self) }
    }

    var sheet: State? {
      get { below.count > 1 ? below[1] : nil }
      set { below = [plain, newValue].compactMap(\.self) }
    }
  }

  indirect enum Action: Sendable {
    case close, closeTwice, start, ask, note(Bool)
    case plain(Action)
    case sheet(PresentationAction<Action>)
  }

  var onStart: @MainActor @Sendable () -> Void = {}
  @Dependency(\.dismiss) var dismiss
  @Dependency(\.isPresented) var isPresented

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .close:
        return .run { _ in await dismiss() }
      case .closeTwice:
        return .run { _ in
          await dismiss()
          await dismiss()
        }
      case .start:
        return .run(name: "forever") { _ in
          onStart()
          await untilCancelled()
        }
      case .ask:
        state.isPresented.append(isPresented)
        return .run { send in await send(.note(isPresented)) }
      case .note(let value): state.isPresented.append(value)
      case .plain, .sheet: break
      }
      return .none
    }
    .ifLet(\.plain, action: Action.plain) { Panel() }
    .ifLet(\.sheet, action: Action.sheet) { Panel() }
  }
}

private struct Parent: Reducer {
  struct State: Equatable {
    var child: Panel.State?
    var log: [String] = []
    var isPresented: [Bool] = []

    static var presented: Self { Self(child: Panel.State(below: [Panel.State(), Panel.State()])) }
  }

  enum Action: Sendable {
    case child(PresentationAction<Panel.Action>)
    case present, start, ask, note(Bool)
  }

  var onStart: @MainActor @Sendable () -> Void = {}
  @Dependency(\.isPresented) var isPresented

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      let child = state.child == nil ? "none" : "child"
      switch action {
      case .child(.dismiss): state.log.append("dismiss, \(child)")
      case .child(.presented(.close)), .child(.presented(.closeTwice)):
        state.log.append("presented, \(child)")
      case .child: break
      case .present: state = .presented
      case .start: return .run(name: "forever") { _ in await untilCancelled() }
      case .ask:
        state.isPresented.append(isPresented)
        return .run { send in await send(.note(isPresented)) }
      case .note(let value): state.isPresented.append(value)
      }
      return .none
    }
    .ifLet(\.child, action: Action.child) { Panel(onStart: onStart) }
  }
}
