import RatchetTesting

@testable import todos

@MainActor @Suite("A todo")
struct TodoTests {
  @Test("is completed, made active again and renamed")
  func changes() async {
    let store = makeStore()
    await store.send(.complete(true)) { $0.item.isCompleted = true }
    await store.send(.complete(false)) { $0.item.isCompleted = false }
    await store.send(.rename("Oat milk")) { $0.item.title = "Oat milk" }
  }

  @Test("reminds of its title as it is when the time has come")
  func reminder() async {
    let store = makeStore()
    await store.send(.remind(after: .seconds(60))) { $0.reminder = .init(delay: .seconds(60)) }
    await store.advance(by: .seconds(59))
    await store.send(.rename("Oat milk")) { $0.item.title = "Oat milk" }
    #expect(notices.values.isEmpty)
    await store.advance(by: .seconds(1))
    await store.receive(.reminderDue) { $0.reminder = nil }
    #expect(notices.values == [.reminder(title: "Oat milk")])
  }

  @Test("has one reminder, the last that was asked for")
  func oneReminder() async {
    let store = makeStore()
    await store.send(.remind(after: .seconds(60))) { $0.reminder = .init(delay: .seconds(60)) }
    await store.send(.remind(after: .seconds(5))) {
      $0.reminder = .init(delay: .seconds(5), number: 2)
    }
    #expect(store.inFlight.map(\.name) == ["reminder"])
    await store.advance(by: .seconds(5))
    await store.receive(.reminderDue) { $0.reminder = nil }
    await store.advance(by: .seconds(60))
    #expect(notices.values == [.reminder(title: "Milk")])
  }

  @Test("that is completed reminds of nothing")
  func completedReminder() async {
    let store = makeStore()
    await store.send(.remind(after: .seconds(60))) { $0.reminder = .init(delay: .seconds(60)) }
    await store.send(.complete(true)) {
      $0.item.isCompleted = true
      $0.reminder = nil
    }
    #expect(store.inFlight.isEmpty)
    await store.advance(by: .seconds(60))
    #expect(notices.values.isEmpty)
  }

  // MARK: - Fixtures

  private let notices = Recorded<Notice>()

  private func makeStore() -> TestStoreOf<Todo> {
    TestStore(initialState: Todo.State(.milk, "Milk")) {
      Todo()
    } withDependencies: {
      $0[NoticeClient.self] = .recording(in: notices)
    }
  }
}
