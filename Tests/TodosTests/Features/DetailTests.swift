import RatchetTesting

@testable import todos

@MainActor @Suite("A detail")
struct DetailTests {
  @Test("is a draft of title and note")
  func draft() async {
    let store = makeStore()
    await store.send(.titleChanged("Oat milk")) { $0.draft.title = "Oat milk" }
    await store.send(.noteChanged("two litres")) { $0.draft.note = "two litres" }
    #expect(dismissals.values.isEmpty)
  }

  @Test(
    "asks to be dismissed when it is saved or cancelled", arguments: [Detail.Action.save, .cancel])
  func dismissal(_ action: Detail.Action) async {
    let store = makeStore()
    await store.send(action)
    #expect(dismissals.values.count == 1)
  }

  // MARK: - Fixtures

  private let dismissals = Recorded<Void>()

  private func makeStore() -> TestStoreOf<Detail> {
    TestStore(initialState: Detail.State(draft: Todo.State(.milk, "Milk").item)) {
      Detail()
    } withDependencies: {
      $0.dismiss = DismissEffect { [dismissals] in dismissals.append(()) }
    }
  }
}
