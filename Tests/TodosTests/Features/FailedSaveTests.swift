import Console
import RatchetTesting

@testable import todos

@MainActor @Suite("A list that cannot be loaded or saved")
struct FailedSaveTests {
  @Test("starts empty, and says why once")
  func load() async {
    let store = makeStore(load: { () throws(StorageError) in throw Self.damaged })
    await store.send(.load)
    await store.receive(.failed(Self.damaged))
    #expect(notices.values == [.problem(Self.damaged.message(about: "list"))])
    // Nothing has changed, so that nothing is to be saved.
    await store.send(.flush)
    #expect(notices.values.count == 1)
  }

  @Test("says so, keeps its rows, and is saved with the next change")
  func save() async {
    let store = makeStore(save: failingOnce())
    await add("Milk", to: store)
    await store.advance(by: SavedTodos.quietTime)
    await store.receive(.failed(Self.full))
    #expect(notices.values == [.problem(Self.full.message(about: "list"))])
    await store.send(.todos(.add(title: "Bread"))) {
      $0.todos.rows.append(Todo.State(.bread, "Bread"))
    }
    await store.advance(by: SavedTodos.quietTime)
    await store.receive(.saved) { $0.isSaved = true }
    #expect(saves.values.map { $0.map(\.title) } == [["Milk"], ["Milk", "Bread"]])
    #expect(notices.values.count == 1)
  }

  @Test("is tried again at the end")
  func flush() async {
    let store = makeStore(save: failingOnce())
    await add("Milk", to: store)
    await store.advance(by: SavedTodos.quietTime)
    await store.receive(.failed(Self.full))
    await store.send(.flush)
    await store.receive(.saved) { $0.isSaved = true }
  }

  @Test("is known not to be saved when the end comes")
  func end() async {
    let store = makeStore(save: { _ throws(StorageError) in throw Self.full })
    await add("Milk", to: store)
    await store.send(.flush)
    await store.receive(.failed(Self.full))
    #expect(!store.state.isSaved)
    #expect(notices.values == [.problem(Self.full.message(about: "list"))])
  }

  @Test("does not take a save that was overtaken by a change for one of the last state")
  func overtaken() async {
    let store = makeStore(save: { [saves] items in
      @Dependency(\.continuousClock) var clock
      // Goes on when it is cancelled, as a write to a disk does.
      try? await clock.sleep(for: .seconds(1))
      await saves.append(items)
    })
    await add("Milk", to: store)
    await store.advance(by: SavedTodos.quietTime)
    #expect(store.inFlight.map(\.name) == ["save"])
    await store.send(.todos(.remove(.milk))) { $0.todos.rows = [] }
    // Back to what it was at first, which is not what the file holds now.
    #expect(saves.values == [[Todo.State(.milk, "Milk").item]])
    await store.advance(by: SavedTodos.quietTime + .seconds(1))
    await store.receive(.saved) { $0.isSaved = true }
    #expect(saves.values.last == [])
  }

  // MARK: - Fixtures

  private nonisolated static let damaged = StorageError.damaged(
    file: "todos.json", reason: "it is empty", kept: .renamed(to: "todos.json.damaged-1"))
  private nonisolated static let full = StorageError.notSaved(
    file: "todos.json", reason: "No space left on device")

  private let notices = Recorded<Notice>()
  private let saves = Recorded<[Item]>()

  private func makeStore(
    load: @escaping @Sendable () async throws(StorageError) -> [Item] = { [] },
    save: @escaping @Sendable ([Item]) async throws(StorageError) -> Void = { _ in }
  ) -> TestStoreOf<SavedTodos> {
    TestStore(initialState: SavedTodos.State()) {
      SavedTodos()
    } withDependencies: {
      $0.uuid = .incrementing
      $0[NoticeClient.self] = .recording(in: notices)
      $0[StorageClient.self] = StorageClient(load: load, save: save)
    }
  }

  private func failingOnce() -> @Sendable ([Item]) async throws(StorageError) -> Void {
    { [saves] items async throws(StorageError) in
      await saves.append(items)
      if await saves.values.count == 1 { throw Self.full }
    }
  }

  private func add(_ title: String, to store: TestStoreOf<SavedTodos>) async {
    await store.send(.todos(.add(title: title))) {
      $0.todos.rows.append(Todo.State(.milk, title))
      $0.isSaved = false
    }
  }
}
