import RatchetTesting

@MainActor @Suite("A feature that contains itself")
struct RecursiveFeatureTests {
  @Test("works at each depth, through rows, optionals and cases")
  func depth() {
    let store = Store(initialState: Self.tree) { Branch() }
    let places: [(Branch.Action) -> Branch.Action] = [
      { $0 },
      { .row(id: 1, action: $0) },
      { .row(id: 1, action: .row(id: 1, action: $0)) },
      { .row(id: 1, action: .row(id: 1, action: .row(id: 1, action: $0))) },
      { .child($0) },
      { .child(.choice(.left($0))) },
      { .child(.choice(.left(.row(id: 5, action: $0)))) },
    ]
    for place in places {
      store.send(place(.add(1)))
      store.send(place(.addLater))
      store.send(place(.start("a")))
    }
    #expect(store.count == 2)
    #expect(store.rows[id: 1]?.rows[id: 1]?.rows[id: 1]?.count == 2)
    #expect(store.rows[id: 1]?.rows[id: 2]?.count == 0)
    #expect(
      store.live == [
        ": a", "rows[1]: a", "rows[1].rows[1]: a", "rows[1].rows[1].rows[1]: a", "child[4]: a",
        "child[4].choice.left[9]: a", "child[4].choice.left[9].rows[5]: a",
      ])
    store.send(.row(id: 1, action: .row(id: 1, action: .cancel("a"))))
    #expect(
      store.live == [
        ": a", "rows[1]: a", "child[4]: a", "child[4].choice.left[9]: a",
        "child[4].choice.left[9].rows[5]: a",
      ])
    store.send(.child(.choice(.left(.cancel("a")))))
    #expect(store.live == [": a", "rows[1]: a", "child[4]: a"])
  }

  @Test("has its body built once for each depth at which it is used, and not before")
  func bodies() {
    let built = Box(0)
    let store = Store(initialState: Self.tree) { Branch(onBody: { built.value += 1 }) }
    #expect(built.value == 0)
    for _ in 0..<3 { store.send(.add(1)) }
    #expect(built.value == 1)
    for id in [1, 3, 1, 3] { store.send(.row(id: id, action: .add(1))) }
    #expect(built.value == 2)
    for id in [1, 2] { store.send(.row(id: 1, action: .row(id: id, action: .add(1)))) }
    #expect(built.value == 3)
    for _ in 0..<2 { store.send(.child(.choice(.left(.add(1))))) }
    #expect(built.value == 5)
  }

  // MARK: - Fixtures

  /// Rows 1 and 3, of which 1 has rows 1 and 2, of which 1 has row 1; a child 4 with a left one 9
  /// with a row 5.
  private static var tree: Branch.State {
    let deep = Branch.State(id: 1, rows: [Branch.State(id: 1)])
    var root = Branch.State(
      id: 0, rows: [Branch.State(id: 1, rows: [deep, Branch.State(id: 2)]), Branch.State(id: 3)])
    var child = Branch.State(id: 4)
    child.choice = .left(Branch.State(id: 9, rows: [Branch.State(id: 5)]))
    root.child = child
    return root
  }
}
