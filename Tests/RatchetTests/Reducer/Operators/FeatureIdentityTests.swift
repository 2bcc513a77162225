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

  @Test("is another one for two operators in two lines on the same state")
  func sameState() {
    let store = Store(initialState: Family.State()) {
      Scope(state: \Family.State.child, action: Family.Action.child) { Part() }
      Scope(state: \Family.State.child, action: Family.Action.other) { Part() }
    }
    store.send(.child(.start("a")))
    store.send(.other(.start("a")))
    store.send(.other(.cancel("a")))
    #expect(store.inFlight.map(\.cause) == ["child(.start(\"a\"))"])
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
