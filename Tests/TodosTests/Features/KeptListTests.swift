import RatchetTesting
import TestSupport

@testable import todos

@MainActor @Suite("The list that is kept")
struct KeptListTests {
  @Test("has what the file holds, to begin with")
  func beginning() async {
    let storage = SharedStorage()
    storage.change(Todos().key) { $0 = Todos.State.three.items }
    let store = makeStore(Todos.State(), storage)
    #expect(store.state == .three)
  }

  @Test("changes with a row, the order and a note, and not with a filter, a reminder or a draft")
  func changes() async {
    let store = makeStore()
    let three = Todos.State.three.items
    await store.send(.show(.active)) { $0.filter = .active }
    await store.send(.row(id: .bread, action: .remind(after: .seconds(1)))) {
      $0.rows[id: .bread]?.reminder = .init(delay: .seconds(1))
    }
    await store.send(.openDetail(.bread)) {
      $0.detail = Detail.State(draft: Todo.State(.bread, "Bread").item)
    }
    await store.send(.detail(.presented(.noteChanged("two loaves")))) {
      $0.detail?.draft.note = "two loaves"
    }
    #expect(kept == three)
    await store.send(.detail(.presented(.save))) {
      $0.rows[id: .bread]?.item.note = "two loaves"
    }
    await store.receive(.detail(.dismiss)) { $0.detail = nil }
    #expect(kept?[id: .bread]?.note == "two loaves")
    await store.send(.row(id: .bread, action: .complete(true))) {
      $0.rows[id: .bread]?.item.isCompleted = true
      $0.rows[id: .bread]?.reminder = nil
    }
    await store.send(.move(.tea, to: 0)) {
      $0.rows = [$0.rows[2], $0.rows[0], $0.rows[1]]
    }
    #expect(kept == store.state.items)
    #expect(kept?.map(\.id) == [.tea, .milk, .bread])
  }

  @Test("takes what another program changes, and keeps the reminders of rows that stay")
  func outside() async {
    let store = makeStore()
    for id in [Item.ID.bread, .tea] {
      await store.send(.row(id: id, action: .remind(after: .seconds(1)))) {
        $0.rows[id: id]?.reminder = .init(delay: .seconds(1))
      }
    }
    await store.send(.openDetail(.tea)) {
      $0.detail = Detail.State(draft: Todo.State(.tea, "Tea").item)
    }
    storage.change(Todos().key) {
      $0[id: .bread]?.title = "Rye bread"
      $0.remove(id: .tea)
      $0.append(Item(id: .other, title: "Cheese"))
    }
    await store.receive(.listChanged) {
      $0.rows[id: .bread]?.item.title = "Rye bread"
      $0.rows.remove(id: .tea)
      $0.rows.append(Todo.State(.other, "Cheese"))
      $0.detail = nil
    }
    await store.advance(by: .seconds(1))
    await store.receive(.row(id: .bread, action: .reminderDue)) {
      $0.rows[id: .bread]?.reminder = nil
    }
    #expect(notices.values == [.reminder(title: "Rye bread")])
  }

  @Test("has what both have changed, this program and another one")
  func both() async {
    let store = makeStore()
    storage.change(Todos().key) { $0[id: .bread]?.title = "Rye bread" }
    await store.send(.remove(.milk)) { $0.rows.remove(id: .milk) }
    await store.receive(.listChanged) { $0.rows[id: .bread]?.item.title = "Rye bread" }
    #expect(kept?.map(\.title) == ["Rye bread", "Tea"])
  }

  // MARK: - Fixtures

  private let storage = SharedStorage()
  private let notices = Recorded<Notice>()

  private var kept: IdentifiedArrayOf<Item>? { storage.value(of: Todos().key) }

  private func makeStore(
    _ state: Todos.State = .three, _ storage: SharedStorage? = nil
  ) -> TestStoreOf<Todos> {
    TestStore(initialState: state) {
      Todos()
    } withDependencies: {
      $0.uuid = .incrementing
      $0.sharedStorage = storage ?? self.storage
      $0[NoticeClient.self] = .recording(in: notices)
    }
  }
}
