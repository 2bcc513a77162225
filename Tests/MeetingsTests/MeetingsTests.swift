import Console
import Foundation
import RatchetTesting

@testable import meetings

@MainActor @Suite("Meetings")
struct MeetingsTests {
  @Test("are added with the form, and saved a second later")
  func add() async {
    let store = makeStore(Meetings.State(), saves: saves)
    var plan = Plan(id: UUID(9))
    await store.send(.addTapped) { $0.form = Form.State(plan: plan) }
    await store.send(.form(.presented(.saveTapped)))
    await type("Demo", \.title, in: store)
    await store.send(.form(.presented(.nextTapped))) { $0.form?.focus = 1 }
    await type("15", \.minutes, in: store)
    await store.send(.form(.presented(.nextTapped))) { $0.form?.focus = 2 }
    await type("Ada, ,Bo ", \.attendees, in: store)
    plan.title = "Demo"
    plan.minutes = 15
    plan.attendees = ["Ada", "Bo"]
    await store.send(.form(.presented(.saveTapped))) {
      $0.plans = [plan]
      $0.isSaved = false
    }
    await store.receive(.form(.dismiss)) { $0.form = nil }
    await receiveSave(store)
    #expect(saves.values == [[plan]])
  }

  @Test("are not added when the form is cancelled, and not changed by what it has")
  func cancel() async {
    let store = makeStore(saves: saves)
    await open(store)
    await store.send(path(.editTapped)) { $0.form = Form.State(plan: .standup) }
    await type("Other", \.title, in: store)
    await store.send(.form(.presented(.cancelTapped)))
    await store.receive(.form(.dismiss)) { $0.form = nil }
    await store.advance(by: .seconds(1))
    #expect(saves.values.isEmpty)
  }

  @Test("are changed in the list and on their screen")
  func edit() async {
    let store = makeStore(saves: saves)
    await open(store)
    await store.send(path(.editTapped)) { $0.form = Form.State(plan: .standup) }
    await type("Daily", \.title, in: store)
    var daily = Plan.standup
    daily.title = "Daily"
    await store.send(.form(.presented(.saveTapped))) {
      $0.plans = [daily, .planning]
      $0.path[id: $0.path.ids[0]] = .detail(Detail.State(plan: daily))
      $0.isSaved = false
    }
    await store.receive(.form(.dismiss)) { $0.form = nil }
    await receiveSave(store)
  }

  @Test("are deleted once that was confirmed")
  func delete() async {
    let store = makeStore(saves: saves)
    await open(store)
    await store.send(path(.alert(isConfirmed: true)))
    await store.send(path(.deleteTapped)) { $0.setDetail(.standup, alert: .confirmDeletion) }
    await store.send(path(.alert(isConfirmed: false))) { $0.setDetail(.standup) }
    await store.send(path(.deleteTapped)) { $0.setDetail(.standup, alert: .confirmDeletion) }
    await store.send(path(.alert(isConfirmed: true))) { $0.setDetail(.standup) }
    await store.receive(path(.deletionConfirmed)) {
      $0.plans = [.planning]
      $0.path.popToRoot()
      $0.isSaved = false
    }
    await receiveSave(store)
  }

  @Test("are closed by themselves")
  func back() async {
    let store = makeStore()
    await open(store)
    await store.send(path(.backTapped))
    await store.receive(.path(.pop(from: screen))) { $0.path.popToRoot() }
  }

  @Test("are kept when the program ends, with the meeting that goes on")
  func quit() async {
    let state = Meetings.State(
      plans: [.standup],
      path: [.detail(.init(plan: .standup)), .meeting(.init(plan: .standup, elapsed: 7))])
    let store = makeStore(state, saves: saves)
    await store.send(.quit) {
      $0.plans = [Plan.standup.adding(7)]
      $0.path.popToRoot()
      $0.isSaved = false
    }
    await store.receive(.saved) { $0.isSaved = true }
    #expect(saves.values == [[Plan.standup.adding(7)]])
    await store.send(.quit)
    #expect(store.inFlight.isEmpty && store.subscriptions.isEmpty)
  }

  @Test("that were not saved are saved again with the next change, and until then say why")
  func saveFails() async {
    let error = StorageError.notSaved(file: "f", reason: "full")
    let store = TestStore(initialState: Meetings.State(isSaved: false)) {
      Meetings()
    } withDependencies: {
      $0[StorageClient.self].save = { (_) async throws(StorageError) in throw error }
    }
    await store.send(.quit)
    await store.receive(.saveFailed(error)) { $0.problem = error }
    #expect(store.state.lines.map(\.text).contains(error.message(about: "list")))
    await store.send(.saved) {
      $0.problem = nil
      $0.isSaved = true
    }
  }

  @Test("are selected within the list")
  func selection() async {
    let store = makeStore()
    await store.send(.selectionMoved(by: 5)) { $0.selection = 1 }
    await store.send(.selectionMoved(by: -5)) { $0.selection = 0 }
    let empty = makeStore(Meetings.State())
    await empty.send(.selectionMoved(by: 1))
    await empty.send(.openTapped)
  }

  // MARK: - Fixtures

  private let saves = Saves()
  /// The id of the first screen, which a stack gives first.
  private var screen: StackID { Stack(["first"]).ids[0] }

  private func path(_ action: Detail.Action) -> Meetings.Action {
    .path(.element(id: screen, action: .detail(action)))
  }

  private func open(_ store: TestStoreOf<Meetings>) async {
    await store.send(.openTapped) { $0.path = [.detail(Detail.State(plan: .standup))] }
  }

  private func type(
    _ text: String, _ field: any WritableKeyPath<Form.State, String> & Sendable,
    in store: TestStoreOf<Meetings>
  ) async {
    await store.send(.form(.presented(.typed(text)))) {
      $0.form?[keyPath: field] = text
    }
  }

  private func receiveSave(_ store: TestStoreOf<Meetings>) async {
    await store.advance(by: Meetings.quietTime)
    await store.receive(.saved) { $0.isSaved = true }
    #expect(saves.values.last == store.state.plans)
  }
}

extension Meetings.State {
  fileprivate mutating func setDetail(_ plan: Plan, alert: Detail.Alert? = nil) {
    path[id: path.ids[0]] = .detail(Detail.State(plan: plan, alert: alert))
  }
}
