import RatchetTesting
import TestSupport

@testable import todos

@MainActor @Suite("In whatever order things happen at once")
struct ScheduleTests {
  @Test(
    "a row that is removed when its reminder is due reminds of nothing, and the others do",
    .seeds(300))
  func removal() async {
    let notices = Recorded<Notice>()
    let store = TestStore(initialState: Todos.State.three, schedule: .seed(Seeds.current)) {
      Todos()
    } withDependencies: {
      $0[NoticeClient.self] = .recording(in: notices)
    }
    for id in [Item.ID.bread, .tea] {
      await store.send(.row(id: id, action: .remind(after: .seconds(1)))) {
        $0.rows[id: id]?.hasReminder = true
      }
    }
    await store.advance(by: .seconds(1))
    await store.send(.remove(.bread)) { $0.rows.remove(id: .bread) }
    await store.receive(.row(id: .tea, action: .reminderDue)) {
      $0.rows[id: .tea]?.hasReminder = false
    }
    #expect(notices.values == [.reminder(title: "Tea")])
  }
}
