import Foundation
import RatchetTesting

@testable import todos

@MainActor @Suite("The detail of a row")
struct DetailTests {
  @Test("saves its draft to the row and dismisses itself")
  func save() async {
    let store = makeStore()
    await open(store, .bread)
    await store.send(.detail(.presented(.titleChanged("Rye bread")))) {
      $0.detail?.draft.title = "Rye bread"
    }
    await store.send(.detail(.presented(.noteChanged("two loaves")))) {
      $0.detail?.draft.note = "two loaves"
    }
    await store.send(.detail(.presented(.save))) {
      $0.rows[id: .bread]?.item.title = "Rye bread"
      $0.rows[id: .bread]?.item.note = "two loaves"
    }
    await store.receive(.detail(.dismiss)) { $0.detail = nil }
  }

  @Test("dismisses itself without a trace when it is cancelled")
  func cancel() async {
    let store = makeStore()
    await open(store, .bread)
    await store.send(.detail(.presented(.titleChanged("Rye bread")))) {
      $0.detail?.draft.title = "Rye bread"
    }
    await store.send(.detail(.presented(.cancel)))
    await store.receive(.detail(.dismiss)) { $0.detail = nil }
  }

  @Test("leaves alone what happened to the row meanwhile, but what was changed in its draft")
  func changedMeanwhile() async {
    let store = makeStore()
    await open(store, .bread)
    await store.send(.row(id: .bread, action: .complete(true))) {
      $0.rows[id: .bread]?.item.isCompleted = true
    }
    await store.send(.row(id: .bread, action: .rename("Rye bread"))) {
      $0.rows[id: .bread]?.item.title = "Rye bread"
    }
    await store.send(.detail(.presented(.noteChanged("two loaves")))) {
      $0.detail?.draft.note = "two loaves"
    }
    await store.send(.detail(.presented(.save))) {
      $0.rows[id: .bread]?.item.note = "two loaves"
    }
    await store.receive(.detail(.dismiss)) { $0.detail = nil }
  }

  @Test("of a recording of an earlier version saves its whole draft")
  func recorded() async throws {
    var state = Todos.State.three
    let item = try JSONEncoder().encode(Item(id: .bread, title: "B"))
    let text = #"{"draft": \#(String(decoding: item, as: UTF8.self))}"#
    state.detail = try JSONDecoder().decode(Detail.State.self, from: Data(text.utf8))
    let store = TestStore(initialState: state) { Todos() }
    await store.send(.detail(.presented(.save))) { $0.rows[id: .bread]?.item.title = "B" }
    await store.receive(.detail(.dismiss)) { $0.detail = nil }
  }

  @Test("goes with its row, but not with another one")
  func removal() async {
    let store = makeStore()
    await open(store, .bread)
    await store.send(.remove(.tea)) { $0.rows.remove(id: .tea) }
    await store.send(.remove(.bread)) {
      $0.rows.remove(id: .bread)
      $0.detail = nil
    }
  }

  @Test("gives way to that of another row")
  func another() async {
    let store = makeStore()
    await open(store, .bread)
    await open(store, .tea)
    await store.send(.openDetail(.other))
  }

  // MARK: - Fixtures

  private func makeStore() -> TestStoreOf<Todos> {
    TestStore(initialState: .three) { Todos() }
  }

  private func open(_ store: TestStoreOf<Todos>, _ id: Item.ID) async {
    await store.send(.openDetail(id)) {
      $0.detail = $0.rows[id: id].map { Detail.State(draft: $0.item) }
    }
  }
}
