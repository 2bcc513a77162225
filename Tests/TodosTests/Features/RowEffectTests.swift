import RatchetTesting
import TestSupport

@testable import todos

@MainActor @Suite("The reminder of a row")
struct RowEffectTests {
  @Test("comes to its row, whatever the others do")
  func reminders() async {
    let store = makeStore()
    await remind(store, of: .bread, after: 10)
    await remind(store, of: .tea, after: 5)
    await store.send(.row(id: .milk, action: .rename("Oat milk"))) {
      $0.rows[id: .milk]?.item.title = "Oat milk"
    }
    await store.advance(by: .seconds(10))
    await store.receive(.row(id: .tea, action: .reminderDue)) {
      $0.rows[id: .tea]?.reminder = nil
    }
    await store.receive(.row(id: .bread, action: .reminderDue)) {
      $0.rows[id: .bread]?.reminder = nil
    }
    #expect(notices.values == [.reminder(title: "Tea"), .reminder(title: "Bread")])
  }

  @Test("stays with its row when that is moved")
  func move() async {
    let store = makeStore()
    await remind(store, of: .bread, after: 10)
    let row = store.state.rows[1]
    await store.send(.move(.bread, to: 2)) {
      $0.rows.remove(id: .bread)
      $0.rows.append(row)
    }
    await store.advance(by: .seconds(10))
    await store.receive(.row(id: .bread, action: .reminderDue)) {
      $0.rows[id: .bread]?.reminder = nil
    }
    #expect(notices.values == [.reminder(title: "Bread")])
  }

  @Test("does not come back with the same title")
  func sameTitle() async {
    let store = makeStore()
    await remind(store, of: .tea, after: 10)
    await store.send(.remove(.tea)) { $0.rows.remove(id: .tea) }
    await store.send(.add(title: "Tea")) { $0.rows.append(Todo.State(.other, "Tea")) }
    await store.advance(by: .seconds(10))
    #expect(store.inFlight.isEmpty)
  }

  @Test(
    "reminds of nothing if its row is removed when it is due, in whatever order things happen",
    .seeds(300))
  func removalInAnyOrder() async {
    let notices = Recorded<Notice>()
    let store = TestStore(initialState: Todos.State.three, schedule: .seed(Seeds.current)) {
      Todos()
    } withDependencies: {
      $0[NoticeClient.self] = .recording(in: notices)
    }
    for id in [Item.ID.bread, .tea] {
      await store.send(.row(id: id, action: .remind(after: .seconds(1)))) {
        $0.rows[id: id]?.reminder = .init(delay: .seconds(1))
      }
    }
    await store.advance(by: .seconds(1))
    await store.send(.remove(.bread)) { $0.rows.remove(id: .bread) }
    await store.receive(.row(id: .tea, action: .reminderDue)) {
      $0.rows[id: .tea]?.reminder = nil
    }
    #expect(notices.values == [.reminder(title: "Tea")])
  }

  // MARK: - Fixtures

  private let notices = Recorded<Notice>()

  private func makeStore() -> TestStoreOf<Todos> {
    TestStore(initialState: .three) {
      Todos()
    } withDependencies: {
      $0.uuid = .constant(.other)
      $0[NoticeClient.self] = .recording(in: notices)
    }
  }

  private func remind(_ store: TestStoreOf<Todos>, of id: Item.ID, after seconds: Int) async {
    await store.send(.row(id: id, action: .remind(after: .seconds(seconds)))) {
      $0.rows[id: id]?.reminder = .init(delay: .seconds(seconds))
    }
  }
}
