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

  @Test("lets its parent see the child's last state")
  func parentSees() async {
    let store = Store(initialState: Parent.State.presented) { Parent() }
    let task = store.send(.child(.presented(.close)))
    await task.finish()
    #expect(store.state.child == nil)
    #expect(store.state.log == ["presented, child", "dismiss, child"])
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
    #expect(store.state.log == ["presented, child", "dismiss, child"])
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
    #expect(store.state.log == ["dismiss, child", "dismiss, none"])
  }

  @Test("leaves a child that its parent puts in the place of the dismissed one, if it is another")
  func replacement() {
    let store = Store(initialState: Window(item: .init(id: 1), sheet: .first(1))) { Placing() }
    store.send(.item(.dismiss))
    #expect(store.item == .init(id: 2))
    store.send(.sheet(.dismiss))
    #expect(store.sheet == .second(1))
    store.send(.sheet(.dismiss))
    #expect(store.sheet == nil)
  }

  @Test("dismisses the store in an effect of the root feature")
  func root() async {
    let store = Store(initialState: Panel.State(below: [Panel.State(), Panel.State()])) {
      Panel()
    }
    store.send(.start)
    await store.send(.close).finish()
    #expect(store.isDismissed)
    #expect(store.live.isEmpty)
    #expect(store.state.below.count == 2)
  }

  @Test("does nothing in a child that nothing presents, and is reported with the line of the call")
  func unpresented() async {
    let messages = Messages()
    let store = Store(initialState: Panel.State(below: [Panel.State()])) {
      Panel()
    } withDependencies: {
      $0.log = messages.sink
    }
    store.send(.plain(.start))
    await store.send(.plain(.close)).finish()
    #expect(!store.isDismissed)
    #expect(store.live == ["plain: forever"])
    #expect(
      messages.texts == [
        """
        'dismiss' was called in an effect of 'plain', which nothing presents.

        Nothing was removed: only the root feature ends the store in this way. To fix this, \
        present the feature with 'ifLet' and a 'PresentationAction', or in a 'Stack', or send an \
        action for which its parent removes it.
        """
      ])
    #expect(messages.all.map(\.fileID) == ["RatchetTests/DismissTests.swift"])
  }

  @Test("fails a test in a row, whose parent has to remove it")
  func row() async {
    let issues = await IssueCollector.issues {
      let store = TestStore(initialState: Rows.State(rows: [.init(id: 1)])) { Rows() }
      await store.send(.row(1, .close))
      await store.finish()
    }
    #expect(issues.count == 1)
    #expect(
      issues.first?.hasPrefix("'dismiss' was called in an effect of 'rows[1]', which") == true)
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

private struct Window: Equatable {
  struct Item: Equatable, Identifiable { let id: Int }
  enum Sheet: Equatable { case first(Int), second(Int) }

  var item: Item?
  var sheet: Sheet?
}

/// Puts another child in the place of the dismissed one.
private struct Placing: Reducer {
  enum Action {
    case item(PresentationAction<Never>)
    case sheet(PresentationAction<Never>)
  }

  var body: some Reducer<Window, Action> {
    Reduce { state, action in
      switch action {
      case .item(.dismiss): state.item = state.item.map { Window.Item(id: $0.id + 1) }
      case .sheet(.dismiss): state.sheet = .second(1)
      }
      return .none
    }
    .ifLet(\.item, action: Action.item) { EmptyReducer<Window.Item, Never>() }
    .ifLet(\.sheet, action: Action.sheet) { EmptyReducer<Window.Sheet, Never>() }
  }
}

/// Rows that dismiss themselves, although nothing presents them.
private struct Rows: Reducer {
  struct State: Equatable { var rows: IdentifiedArrayOf<Row.State> = [] }
  enum Action { case row(Int, Row.Action) }

  var body: some ReducerOf<Self> {
    EmptyReducer().forEach(\.rows, action: Action.row) { Row() }
  }
}

private struct Row: Reducer {
  struct State: Equatable, Identifiable { let id: Int }
  enum Action { case close }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    .run { _ in await dismissFeature() }
  }
}

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
