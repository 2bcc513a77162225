import RatchetTesting
import TestSupport

/// Each operator takes a function through several cases where it takes a case.
@MainActor @Suite("An operator with a case within a case")
struct SeveralCasesOperatorTests {
  @Test("runs its child, and embeds what the child's effects send: Scope, ifLet, forEach")
  func children() async {
    let store = TestStore(
      initialState: Desk.State(lamp: .init(), sheet: .init(), rows: [.init(id: 1), .init(id: 2)])
    ) { Desk() }
    await store.send(.view(.drawer(.open))) { $0.drawer.log = ["open"] }
    await store.receive(.view(.drawer(.opened))) { $0.drawer.log.append("opened") }
    await store.send(.view(.lamp(.open))) { $0.lamp?.log = ["open"] }
    await store.receive(.view(.lamp(.opened))) { $0.lamp?.log.append("opened") }
    await store.send(.view(.row(id: 2, action: .open))) { $0.rows[id: 2]?.log = ["open"] }
    await store.receive(.view(.row(id: 2, action: .opened))) {
      $0.rows[id: 2]?.log.append("opened")
    }
    await store.send(.view(.sheet(.presented(.dismiss)))) { $0.sheet?.log = ["dismiss"] }
    await store.receive(.view(.sheet(.dismiss))) { $0.sheet = nil }
    await store.send(.clear) { $0.lamp = nil }
    let issues = await IssueCollector.issues { await store.send(.view(.lamp(.open))) }
    #expect(issues.count == 1)
  }

  @Test("runs its child while the state is of the cases: Scope and ifCaseLet")
  func cases() async {
    for usesScope in [true, false] {
      let store = TestStore(initialState: Door.State.closed) { Door(usesScope: usesScope) }
      await store.send(.open) { $0 = .open(.drawer(.init())) }
      await store.send(.view(.drawer(.open))) { $0 = .open(.drawer(.init(log: ["open"]))) }
      await store.receive(.view(.drawer(.opened))) {
        $0 = .open(.drawer(.init(log: ["open", "opened"])))
      }
      await store.send(.view(.drawer(.start)))
      #expect(store.inFlight.map(\.name) == ["start"])
      await store.send(.empty) { $0 = .open(.empty) }
      #expect(store.inFlight.isEmpty)
    }
  }

  @Test("changes the child in place: its collections are not copied", .readsEnumsFromMemory)
  func inPlace() {
    var addresses: Set<UInt> = []
    let reducer = Scope(
      state: { Door.State.open(.numbers($0)) }, action: { Door.Action.view(.number($0)) }
    ) {
      Reduce<[Int], Int> { numbers, number in
        numbers.append(number)
        addresses.insert(address(of: numbers))
        return .none
      }
    }.makeReduction()
    var numbers = Array(0..<1_000)
    numbers.reserveCapacity(2_000)
    var state = Door.State.open(.numbers(numbers))
    numbers = []
    for number in 0..<100 { _ = reducer.run(&state, .view(.number(number))) }
    #expect(addresses.count == 1)
    #expect(CasePath { Door.State.open(.numbers($0)) }.extract(from: state)?.count == 1_100)
  }

  @Test("leads a scoped store to the child in a case of a case, as long as the state is of both")
  func caseStores() throws {
    let store = Store(initialState: Door.State.open(.drawer(.init()))) { Door(usesScope: true) }
    func drawer() -> Store<Drawer.State, Drawer.Action>? {
      store.scope(state: { .open(.drawer($0)) }, action: { .view(.drawer($0)) })
    }
    let first = try #require(drawer())
    #expect(drawer() === first)
    first.send(.note("a"))
    #expect(first.log == ["a"])
    store.send(.empty)
    #expect(drawer() == nil)
    #expect(first.log == ["a"])
    store.send(.open)
    #expect(drawer() !== first)
  }
}

// MARK: - Fixtures

private struct Drawer: Reducer {
  struct State: Equatable, Identifiable {
    var id = 0
    var log: [String] = []
  }

  enum Action: Equatable { case open, opened, dismiss, start, note(String) }

  @Dependency(\.dismiss) var dismiss

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .open:
      state.log.append("open")
      return .send(.opened)
    case .opened:
      state.log.append("opened")
      return .none
    case .dismiss:
      state.log.append("dismiss")
      return .run { _ in await dismiss() }
    case .start: return .run(name: "start") { _ in try await Task.never() }
    case .note(let text):
      state.log.append(text)
      return .none
    }
  }
}

private struct Desk: Reducer {
  struct State: Equatable {
    var drawer = Drawer.State()
    var lamp: Drawer.State?
    var sheet: Drawer.State?
    var rows: IdentifiedArrayOf<Drawer.State> = []
  }

  enum Action: Equatable { case view(View), clear }

  enum View: Equatable {
    case drawer(Drawer.Action)
    case lamp(Drawer.Action)
    case sheet(PresentationAction<Drawer.Action>)
    case row(id: Int, action: Drawer.Action)
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.drawer, action: { .view(.drawer($0)) }) { Drawer() }
    Reduce { state, action in
      if action == .clear { state.lamp = nil }
      return .none
    }
    .ifLet(\.lamp, action: { .view(.lamp($0)) }) { Drawer() }
    .ifLet(presenting: \.sheet, action: { .view(.sheet($0)) }) { Drawer() }
    .forEach(\.rows, action: { .view(.row(id: $0, action: $1)) }) { Drawer() }
  }
}

private struct Door: Reducer {
  enum State: Equatable { case closed, open(Content) }
  enum Content: Equatable { case empty, drawer(Drawer.State), numbers([Int]) }
  enum Action: Equatable { case open, empty, view(View), content(Drawer.Action) }
  enum View: Equatable { case drawer(Drawer.Action), number(Int) }

  let usesScope: Bool

  var body: some ReducerOf<Self> {
    if usesScope {
      Scope(state: { .open(.drawer($0)) }, action: { .view(.drawer($0)) }) { Drawer() }
      logic
    } else {
      logic.ifCaseLet({ .open(.drawer($0)) }, action: { .view(.drawer($0)) }) { Drawer() }
    }
  }

  private var logic: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .open: state = .open(.drawer(.init()))
      case .empty: state = .open(.empty)
      case .view, .content: break
      }
      return .none
    }
  }
}
