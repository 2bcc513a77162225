import RatchetTesting

@MainActor @Suite("A cancel id")
struct FeatureIdentityTests {
  @Test("is the same one only in the same feature: not in siblings, rows, cases, parents")
  func ids() {
    let store = everywhere()
    #expect(Set(store.live) == Set(Self.all))
    for (action, path) in zip(Self.cancels, Self.all) {
      let store = everywhere()
      store.send(action)
      #expect(Set(store.live) == Set(Self.all).subtracting([path]))
    }
  }

  @Test("of a parent reaches everything below")
  func parent() {
    let store = everywhere()
    store.send(.own(.cancel("a")))
    #expect(store.live.isEmpty)
    #expect(store.isAtRest)
  }

  @Test("of a feature in the middle reaches what is below, not what is beside or above")
  func middle() {
    let store = Store(initialState: Middle.State(family: .full)) { Middle() }
    store.send(.own(.start("a")))
    for start in Self.starts { store.send(.family(start)) }
    store.send(.beside(.start("a")))
    store.send(.family(.own(.cancel("a"))))
    #expect(store.live == [": a", "beside: a"])
    store.send(.beside(.cancel("a")))
    #expect(store.live == [": a"])
  }

  @Test("does not collide in two stores of the same feature")
  func stores() {
    let one = everywhere()
    let other = everywhere()
    one.send(.own(.cancel("a")))
    #expect(one.live.isEmpty)
    #expect(other.inFlight.count == Self.all.count)
  }

  @Test("with cancelInFlight leaves the rows beside alone")
  func cancelInFlight() {
    let store = Store(initialState: Family.State.full) {
      EmptyReducer<Family.State, Family.Action>().forEach(\.rows, action: Family.Action.row) {
        Reduce { _, _ in
          .run(name: "a") { _ in await untilCancelled() }.cancellable(id: 1, cancelInFlight: true)
        }
      }
    }
    for id in [1, 2, 1, 1, 2] { store.send(.row(id: id, action: .add(1))) }
    #expect(store.live == ["rows[1]: a", "rows[2]: a"])
    #expect(store.statistics.effectsCancelled == 3)
  }

  @Test("is another one for two children that the same line puts into their places")
  func sameLine() {
    let store = Store(initialState: Pair.State()) { Pair() }
    store.send(.left(.start("a")))
    store.send(.right(.start("a")))
    store.send(.maybeLeft(.start("a")))
    store.send(.maybeRight(.start("a")))
    #expect(store.live == ["left: a", "right: a", "maybeLeft: a", "maybeRight: a"])
    store.send(.left(.cancel("a")))
    #expect(store.live == ["right: a", "maybeLeft: a", "maybeRight: a"])
    store.send(.removeLeft)
    #expect(store.live == ["right: a", "maybeRight: a"])
    #expect(store.inFlight.count == 2)
  }

  @Test("is another one for two cases that the same line puts into their places")
  func sameLineCases() {
    let store = Store(initialState: Page.State.first(Part.State())) {
      for (state, action) in [
        (Page.State.first, Page.Action.first), (Page.State.second, Page.Action.second),
      ] as [(@Sendable (Part.State) -> Page.State, @Sendable (Part.Action) -> Page.Action)] {
        Scope(state: state, action: action) { Part() }
      }
      Reduce { state, action in
        if case .third = action { state = .second(Part.State()) }
        return .none
      }
    }
    store.send(.first(.start("a")))
    #expect(store.live == ["first: a"])
    store.send(.third(.add(1)))
    #expect(store.live.isEmpty)
    store.send(.second(.start("a")))
    #expect(store.live == ["second: a"])
  }

  @Test("is another one for two operators in two lines on the same state")
  func sameState() {
    let store = Store(initialState: Family.State()) {
      Scope(state: \Family.State.child, action: Family.Action.child) { Part() }
      Scope(state: \Family.State.child, action: Family.Action.other) { Part() }
    }
    store.send(.child(.start("a")))
    store.send(.other(.start("a")))
    store.send(.other(.cancel("a")))
    #expect(store.inFlight.map(\.startedBy) == ["child(.start(\"a\"))"])
  }

  @Test("works for rows whose ids are objects, also of subclasses")
  func objects() {
    let names = [Name("a"), Nickname("a"), Name("b")]
    let rows = IdentifiedArray(names.map { Named(name: $0) }, id: \Named.name)
    let store = Store(initialState: NamedRows(rows: rows)) {
      EmptyReducer<NamedRows, NamedAction>().forEach(\.rows, action: NamedAction.row) {
        Scope(state: \Named.part, action: Wrapped.part) { Part() }
      }
    }
    for name in names { store.send(.row(id: name, action: .part(.start("a")))) }
    #expect(store.inFlight.count == 3)
    store.send(.row(id: names[1], action: .part(.cancel("a"))))
    #expect(store.inFlight.count == 2)
    store.send(.row(id: names[0], action: .part(.cancel("a"))))
    #expect(store.inFlight.count == 1)
  }

  // MARK: - Fixtures

  private static let starts: [Family.Action] = actions(.start("a"))
  private static let cancels: [Family.Action] = actions(.cancel("a"))
  private static let all = [
    "child: a", "other: a", "maybe: a", "item[1]: a", "rows[1]: a", "rows[2]: a", "page.first: a",
  ]

  private static func actions(_ action: Part.Action) -> [Family.Action] {
    [
      .child(action), .other(action), .maybe(action), .item(action), .row(id: 1, action: action),
      .row(id: 2, action: action), .page(.first(action)),
    ]
  }

  private func everywhere() -> FamilyStore {
    let store = FamilyStore(.full)
    for start in Self.starts { store.send(start) }
    return store
  }
}

// MARK: - Features

private struct Middle: Reducer {
  struct State {
    var family: Family.State
    var beside = Part.State()
  }
  enum Action: Sendable { case family(Family.Action), beside(Part.Action), own(Part.Action) }

  var body: some ReducerOf<Self> {
    Scope(state: \.family, action: Action.family) { Family() }
    Scope(state: \.beside, action: Action.beside) { Part() }
    Reduce { _, action in
      if case .own(let action) = action {
        Part.effect(of: action) { _ in }.map(Action.own)
      } else {
        .none
      }
    }
  }
}

private struct Pair: Reducer {
  struct State {
    var left = Part.State()
    var right = Part.State()
    var maybeLeft: Part.State? = Part.State()
    var maybeRight: Part.State? = Part.State()
  }
  enum Action: Sendable {
    case left(Part.Action), right(Part.Action), maybeLeft(Part.Action), maybeRight(Part.Action)
    case removeLeft
  }

  var body: some ReducerOf<Self> {
    part(\.left, Action.left)
    part(\.right, Action.right)
    maybe(\.maybeLeft, Action.maybeLeft)
    maybe(\.maybeRight, Action.maybeRight)
    Reduce { state, action in
      if case .removeLeft = action { state.maybeLeft = nil }
      return .none
    }
  }

  private func part(
    _ state: WritableKeyPath<State, Part.State>,
    _ action: @escaping @Sendable (Part.Action) -> Action
  ) -> some ReducerOf<Self> {
    Scope(state: state, action: action) { Part() }
  }

  private func maybe(
    _ state: WritableKeyPath<State, Part.State?>,
    _ action: @escaping @Sendable (Part.Action) -> Action
  ) -> some ReducerOf<Self> {
    EmptyReducer().ifLet(state, action: action) { Part() }
  }
}

private class Name: Hashable, @unchecked Sendable {
  let text: String
  init(_ text: String) { self.text = text }
  static func == (lhs: Name, rhs: Name) -> Bool {
    lhs.text == rhs.text && type(of: lhs) == type(of: rhs)
  }
  func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

private final class Nickname: Name, @unchecked Sendable {}

private struct Named {
  let name: Name
  var part = Part.State()
}

private struct NamedRows { var rows: IdentifiedArray<Name, Named> }
private enum NamedAction: Sendable { case row(id: Name, action: Wrapped) }
private enum Wrapped: Sendable { case part(Part.Action) }
