import Console
import Foundation
import RatchetTesting

@testable import meetings

@MainActor @Suite("Meetings")
struct MeetingsTests {
  @Test("are added with the form")
  func add() async {
    let store = makeStore(Meetings.State())
    var plan = Plan(id: UUID(9))
    await store.send(.addTapped) { $0.form = Form.State(plan: plan) }
    await store.send(.form(.presented(.saveTapped)))
    await type("Demo", \.title, in: store)
    await store.send(.form(.presented(.nextTapped))) {
      $0.form?.focus = 1
      $0.form?.isNumberOld = true
    }
    // The number that was there is replaced, and what is typed then goes on.
    for (key, minutes) in [("1", "1"), ("5", "15")] as [(Unicode.Scalar, TextField)] {
      let typed = Meetings.Action.form(.presented(.typed(minutes)))
      #expect(Meetings.command(.character(key), store.state) == .send(typed))
      await store.send(typed) {
        $0.form?.minutes = minutes
        $0.form?.isNumberOld = false
      }
    }
    await store.send(.form(.presented(.nextTapped))) { $0.form?.focus = 2 }
    await store.send(.form(.presented(.previousTapped))) {
      $0.form?.focus = 1
      $0.form?.isNumberOld = true
    }
    await store.send(.form(.presented(.nextTapped))) {
      $0.form?.focus = 2
      $0.form?.isNumberOld = false
    }
    await type("Ada, ,Bo ", \.attendees, in: store)
    plan.title = "Demo"
    plan.minutes = 15
    plan.attendees = ["Ada", "Bo"]
    await store.send(.form(.presented(.saveTapped))) {
      $0.plans = [plan]
    }
    await store.receive(.form(.dismiss)) { $0.form = nil }
    #expect(store.kept == [plan])
  }

  @Test("are not added when the form is cancelled, and not changed by what it has")
  func cancel() async {
    let store = makeStore()
    await open(store)
    await store.send(path(.editTapped)) { $0.form = Form.State(plan: .standup) }
    await type("Other", \.title, in: store)
    await store.send(.form(.presented(.cancelTapped)))
    await store.receive(.form(.dismiss)) { $0.form = nil }
    #expect(store.kept == [.standup, .planning])
  }

  @Test("are changed by the form, and shown so in the list and on their screen")
  func edit() async {
    let store = makeStore()
    await open(store)
    await store.send(path(.editTapped)) { $0.form = Form.State(plan: .standup) }
    await type("Daily", \.title, in: store)
    var daily = Plan.standup
    daily.title = "Daily"
    await store.send(.form(.presented(.saveTapped))) { $0.plans = [daily, .planning] }
    await store.receive(.form(.dismiss)) { $0.form = nil }
    #expect(store.kept == store.state.plans)
    #expect(store.state.content.first?.text == "Daily")
  }

  @Test("are deleted once that was confirmed")
  func delete() async {
    let store = makeStore()
    await open(store)
    await store.send(path(.alert(isConfirmed: true)))
    await store.send(path(.deleteTapped)) { $0.setDetail(alert: .confirmDeletion) }
    await store.send(path(.alert(isConfirmed: false))) { $0.setDetail(alert: nil) }
    await store.send(path(.deleteTapped)) { $0.setDetail(alert: .confirmDeletion) }
    await store.send(path(.alert(isConfirmed: true))) {
      $0.plans = [.planning]
      $0.path.popToRoot()
    }
    #expect(store.kept == store.state.plans)
  }

  @Test("are kept when the program ends, with the meeting that goes on")
  func quit() async {
    let state = Meetings.State(
      plans: [.standup],
      path: [.detail(.init(planID: Plan.standup.id)), .meeting(.standup(elapsed: 7))])
    let store = makeStore(state)
    await store.send(.quit) {
      $0.plans = [Plan.standup.adding(7)]
      $0.path.popToRoot()
    }
    #expect(store.kept == [Plan.standup.adding(7)])
    await store.send(.quit)
    #expect(!store.hasTimer)
  }

  @Test("that were not saved say why until they change again")
  func saveFails() async {
    let files = FileStorage()
    let state = Meetings.State(plans: [.standup], form: Form.State(plan: .planning))
    let store = TestStore(initialState: state) {
      Meetings()
    } withDependencies: {
      $0[FileStorage.self] = files
    }
    let error = SharedStorageError.notSaved(key: "plans", file: "f", reason: "full")
    files.report(error)
    await store.receive(.fileFailed(error.message)) { $0.problem = error.message }
    #expect(store.state.content.map(\.text).contains(error.message))
    await store.send(.form(.presented(.saveTapped))) {
      $0.plans = [.standup, .planning]
      $0.problem = nil
    }
    await store.receive(.form(.dismiss)) { $0.form = nil }
  }

  @Test("that another program changes are shown in the list and on their screen")
  func changedOutside() async {
    let store = makeStore()
    await store.send(.selectionMoved(by: 1)) { $0.selection = 1 }
    await store.send(.openTapped) {
      $0.path = [.detail(Detail.State(planID: Plan.planning.id))]
    }
    var planning = Plan.planning
    planning.title = "Planning again"
    store.dependencies.sharedStorage.change(.plans) { $0 = [planning] }
    await store.receive(.plansChanged) {
      $0.plans = [planning]
      $0.selection = 0
    }
    #expect(store.state.content.first?.text == "Planning again")
  }

  @Test("that another program removes are left, also in the middle of a meeting")
  func removedOutside() async {
    let state = Meetings.State(
      plans: [.standup, .planning],
      path: [.detail(.init(planID: Plan.standup.id)), .meeting(.standup(elapsed: 7))])
    let store = makeStore(state)
    store.dependencies.sharedStorage.change(.plans) { $0.remove(id: Plan.standup.id) }
    await store.receive(.plansChanged) {
      $0.plans = [.planning]
      $0.path.popToRoot()
    }
    #expect(!store.hasTimer)
  }

  @Test("that are gone when a recorded run goes on are left")
  func removedBefore() async {
    let storage = SharedStorage()
    storage.change(.plans) { $0 = [.planning] }
    let state = Meetings.State(
      plans: [.standup, .planning], selection: 1,
      path: [.detail(.init(planID: Plan.standup.id)), .meeting(.standup(elapsed: 7))])
    let store = TestStore(initialState: state) {
      Meetings()
    } withDependencies: {
      $0.sharedStorage = storage
    }
    #expect(store.state == Meetings.State(plans: [.planning]))
    #expect(!store.hasTimer)
  }

  @Test("keep the records that another program adds while the form is open")
  func formOfOldPlan() async {
    let store = makeStore(
      Meetings.State(plans: [.standup], form: Form.State(plan: .standup)))
    store.dependencies.sharedStorage.change(.plans) { $0 = [Plan.standup.adding(60)] }
    await store.receive(.plansChanged) { $0.plans = [Plan.standup.adding(60)] }
    await type("Daily", \.title, in: store)
    await store.send(.form(.presented(.saveTapped))) {
      $0.plans[id: Plan.standup.id]?.title = "Daily"
    }
    await store.receive(.form(.dismiss)) { $0.form = nil }
  }

  @Test("are selected within the list")
  func selection() async {
    let store = makeStore()
    await store.send(.selectionMoved(by: 5)) { $0.selection = 1 }
    await store.send(.selectionMoved(by: -5)) { $0.selection = 0 }
  }

  @Test("are not opened where there are none")
  func none() async {
    let store = makeStore(Meetings.State())
    await store.send(.selectionMoved(by: 1))
    await store.send(.openTapped)
  }

  // MARK: - Fixtures

  /// The id of the first screen, which a stack gives first.
  private var screen: StackID { Stack(["first"]).ids[0] }

  private func path(_ action: Detail.Action) -> Meetings.Action {
    .path(.element(id: screen, action: .detail(action)))
  }

  private func open(_ store: TestStoreOf<Meetings>) async {
    await store.send(.openTapped) { $0.path = [.detail(Detail.State(planID: Plan.standup.id))] }
  }

  private func type(
    _ text: TextField, _ field: any WritableKeyPath<Form.State, TextField> & Sendable,
    in store: TestStoreOf<Meetings>
  ) async {
    await store.send(.form(.presented(.typed(text)))) {
      $0.form?[keyPath: field] = text
    }
  }
}

extension Meetings.State {
  fileprivate mutating func setDetail(alert: Detail.Alert?) {
    path[id: path.ids[0]] = .detail(Detail.State(planID: Plan.standup.id, alert: alert))
  }
}
