import RatchetTesting

/// A reducer may call another one's `reduce(into:action:)`, which builds it anew each time.
@MainActor @Suite("A reducer that is called by hand")
struct ReducerByHandTests {
  @Test("on a part of the state keeps its effects: nothing is known about where its children are")
  func otherState() async {
    let store = Store(initialState: Outer.State(families: [.full, .full])) { Outer() }
    store.send(.family(0, .row(id: 1, action: .start("a"))))
    store.send(.family(1, .maybe(.start("a"))))
    store.send(.clear)
    #expect(store.live == ["rows[1]: a", "maybe: a"])
    store.send(.cancel)
    #expect(store.inFlight.isEmpty)
    #expect(store.registry.isClean)
  }

  @Test("may give an id to what its children return, which is its own and not theirs")
  func idsAround() {
    let store = Store(initialState: Family.State.full) { Named(base: Family()) }
    let starts: [Family.Action] = [
      .child(.start("b")), .maybe(.start("a")), .row(id: 1, action: .start("b")), .own(.start("b")),
    ]
    for start in starts { store.send(start) }
    store.send(.child(.cancel("a")))
    store.send(.row(id: 1, action: .cancel("a")))
    #expect(store.live == ["child: b", "maybe: a", "rows[1]: b", ": b"])
    #expect(store.inFlight.first?.ids == ["\"a\"", "\"b\""])
    store.send(.child(.cancel("b")))
    #expect(store.live == ["maybe: a", "rows[1]: b", ": b"])
    store.send(.maybe(.cancel("a")))
    #expect(store.live == ["rows[1]: b", ": b"])
    store.send(.own(.cancel("a")))
    #expect(store.isAtRest)
  }

  // MARK: - Fixtures

  /// Gives the id "a" to all that the base returns.
  private struct Named<Base: Reducer>: Reducer {
    let base: Base

    func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
      base.reduce(into: &state, action: action).cancellable(id: "a")
    }
  }

  private struct Outer: Reducer {
    struct State { var families: [Family.State] }
    enum Action: Sendable { case family(Int, Family.Action), clear, cancel }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .family(let index, let action):
        return Family().reduce(into: &state.families[index], action: action)
          .map { .family(index, $0) }
      case .clear:
        state.families = []
        return .none
      case .cancel: return .cancel(id: "a")
      }
    }
  }
}
