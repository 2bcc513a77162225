import RatchetTesting

@testable import todos

@MainActor @Suite("The saved list")
struct SavedTodosTests {
  @Test("is what the file held, to begin with")
  func load() async {
    let store = makeStore(loading: Todos.State.three.items)
    await store.send(.load)
    await store.receive(.loaded(Todos.State.three.items)) { $0.todos = .three }
    await store.send(.flush)
    #expect(saves.values.isEmpty)
  }

  @Test("is saved once, half a second after the last of several changes")
  func debounce() async {
    let store = makeStore()
    await store.send(.todos(.add(title: "Milk"))) {
      $0.todos.rows = [Todo.State(.milk, "Milk")]
      $0.isSaved = false
    }
    await store.advance(by: .milliseconds(499))
    await store.send(.todos(.add(title: "Bread"))) {
      $0.todos.rows.append(Todo.State(.bread, "Bread"))
    }
    await store.advance(by: .milliseconds(499))
    #expect(saves.values.isEmpty)
    await store.advance(by: .milliseconds(1))
    await store.receive(.saved) { $0.isSaved = true }
    #expect(saves.values == [store.state.todos.items])
  }

  @Test("is saved after changes only: not for a filter, a reminder or a draft")
  func changesOnly() async {
    let store = makeStore(.three)
    await store.send(.todos(.show(.active))) { $0.todos.filter = .active }
    await store.send(.todos(.row(id: .bread, action: .remind(after: .seconds(1))))) {
      $0.todos.rows[id: .bread]?.reminder = .init(delay: .seconds(1))
    }
    await store.send(.todos(.openDetail(.bread))) {
      $0.todos.detail = Detail.State(draft: Todo.State(.bread, "Bread").item)
    }
    await store.send(.todos(.detail(.presented(.noteChanged("two loaves"))))) {
      $0.todos.detail?.draft.note = "two loaves"
    }
    await store.advance(by: .seconds(1))
    await store.receive(.todos(.row(id: .bread, action: .reminderDue))) {
      $0.todos.rows[id: .bread]?.reminder = nil
    }
    #expect(saves.values.isEmpty)
    #expect(store.inFlight.isEmpty)
  }

  @Test("is saved when a row, the order or a note has changed")
  func kindsOfChange() async {
    let store = makeStore(.three)
    await store.send(.todos(.row(id: .bread, action: .complete(true)))) {
      $0.todos.rows[id: .bread]?.item.isCompleted = true
      $0.isSaved = false
    }
    await receiveSave(store)
    await store.send(.todos(.move(.tea, to: 0))) {
      $0.todos.rows = [$0.todos.rows[2], $0.todos.rows[0], $0.todos.rows[1]]
      $0.isSaved = false
    }
    await receiveSave(store)
    await store.send(.todos(.openDetail(.bread))) {
      $0.todos.detail = $0.todos.rows[id: .bread].map { Detail.State(draft: $0.item) }
    }
    await store.send(.todos(.detail(.presented(.noteChanged("two loaves"))))) {
      $0.todos.detail?.draft.note = "two loaves"
    }
    await store.send(.todos(.detail(.presented(.save)))) {
      $0.todos.rows[id: .bread]?.item.note = "two loaves"
      $0.isSaved = false
    }
    await store.receive(.todos(.detail(.dismiss))) { $0.todos.detail = nil }
    await receiveSave(store)
    #expect(saves.values.count == 3)
  }

  @Test("is saved at once at the end, and not a second time")
  func flush() async {
    let store = makeStore()
    await store.send(.todos(.add(title: "Milk"))) {
      $0.todos.rows = [Todo.State(.milk, "Milk")]
      $0.isSaved = false
    }
    await store.send(.flush)
    await store.receive(.saved) { $0.isSaved = true }
    await store.advance(by: .seconds(1))
    #expect(saves.values == [store.state.todos.items])
    await store.send(.flush)
    #expect(store.inFlight.isEmpty)
  }

  // MARK: - Fixtures

  private let saves = Recorded<[Item]>()

  private func makeStore(
    _ todos: Todos.State = Todos.State(), loading items: [Item] = []
  ) -> TestStoreOf<SavedTodos> {
    TestStore(initialState: SavedTodos.State(todos: todos)) {
      SavedTodos()
    } withDependencies: {
      $0.uuid = .incrementing
      $0[NoticeClient.self] = NoticeClient { _ in }
      $0[StorageClient.self].load = { items }
      $0[StorageClient.self].save = { [saves] in await saves.append($0) }
    }
  }

  private func receiveSave(_ store: TestStoreOf<SavedTodos>) async {
    await store.advance(by: SavedTodos.quietTime)
    await store.receive(.saved) { $0.isSaved = true }
    #expect(saves.values.last == store.state.todos.items)
  }
}
