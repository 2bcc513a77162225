import RatchetTesting

@testable import todos

@MainActor @Suite("The list")
struct TodosTests {
  @Test("gets a new row at its end, active and with an id of its own")
  func add() async {
    let store = makeStore(Todos.State())
    await store.send(.add(title: "Milk")) { $0.rows = [Todo.State(.milk, "Milk")] }
    await store.send(.add(title: "Bread")) { $0.rows.append(Todo.State(.bread, "Bread")) }
  }

  @Test("loses a row, and those that are completed")
  func remove() async {
    let store = makeStore()
    await store.send(.remove(.bread)) { $0.rows.remove(id: .bread) }
    await store.send(.clearCompleted) { $0.rows = [Todo.State(.tea, "Tea")] }
    await store.send(.clearCompleted)
  }

  @Test(
    "moves a row to a position among all",
    arguments: [
      (.milk, 2, [.bread, .tea, .milk]), (.tea, 0, [.tea, .milk, .bread]),
      (.milk, 1, [.bread, .milk, .tea]),
    ] as [(Item.ID, Int, [Item.ID])])
  func move(_ moved: Item.ID, _ position: Int, _ order: [Item.ID]) async {
    let store = makeStore()
    let rows = order.compactMap { store.state.rows[id: $0] }
    await store.send(.move(moved, to: position)) { $0.rows = IdentifiedArray(rows) }
  }

  @Test(
    "stays as it is when a row is moved to where it is, or to no position", arguments: [1, -1, 3])
  func moveNowhere(_ position: Int) async {
    let store = makeStore()
    await store.send(.move(.bread, to: position))
    await store.send(.move(.other, to: 0))
  }

  @Test("shows all rows, the active or the completed ones, by their positions among all")
  func filter() async {
    let store = makeStore()
    #expect(store.state.visiblePositions == [0, 1, 2])
    await store.send(.show(.active)) { $0.filter = .active }
    #expect(store.state.visiblePositions == [1, 2])
    await store.send(.row(id: .bread, action: .complete(true))) {
      $0.rows[id: .bread]?.item.isCompleted = true
    }
    #expect(store.state.visiblePositions == [2])
    await store.send(.show(.completed)) { $0.filter = .completed }
    #expect(store.state.visiblePositions == [0, 1])
  }

  // MARK: - Fixtures

  private func makeStore(_ state: Todos.State = .three) -> TestStoreOf<Todos> {
    TestStore(initialState: state) {
      Todos()
    } withDependencies: {
      $0.uuid = .incrementing
    }
  }
}
