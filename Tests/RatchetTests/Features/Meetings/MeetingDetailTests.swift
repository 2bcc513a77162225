import Foundation
import RatchetTesting

@MainActor @Suite("The detail of a meeting")
struct MeetingDetailTests {
  @Test("changes with the form, and says so")
  func edit() async {
    let store = detail()
    await store.send(.editTapped) { $0.form = Meetings.Form.State(plan: .planning) }
    await store.send(.form(.presented(.titleChanged("Plan")))) { $0.form?.plan.title = "Plan" }
    var plan = Meetings.Plan.planning
    plan.title = "Plan"
    await store.send(.doneTapped) {
      $0.plan = plan
      $0.form = nil
    }
    await store.receive(.delegate(.changed(plan)))
  }

  @Test("asks before it deletes, then says so and is dismissed")
  func delete() async {
    let dismissals = Box(0)
    let store = detail { $0.dismiss = DismissEffect { dismissals.value += 1 } }
    await store.send(.deleteTapped) { $0.alert = .confirmDeletion }
    await store.send(.alert(.cancel)) { $0.alert = nil }
    await store.send(.deleteTapped) { $0.alert = .confirmDeletion }
    await store.send(.alert(.delete)) { $0.alert = nil }
    #expect(dismissals.value == 0)
    await store.receive(.delegate(.deleted))
    await store.finish()
    #expect(dismissals.value == 1)
  }

  @Test("starts a recording if speech may be recorded")
  func start() async {
    let store = detail()
    await store.send(.startTapped)
    await store.receive(.delegate(.started))
  }

  @Test("asks whether to start when speech may not be recorded")
  func denied() async {
    let store = detail { $0.speech.isAuthorized = { false } }
    await store.send(.startTapped)
    await store.receive(.speechDenied) { $0.alert = .speechDenied }
    await store.send(.alert(.startAnyway)) { $0.alert = nil }
    await store.receive(.delegate(.started))
  }

  @Test("removes records")
  func records() async {
    let record = Meetings.Record(id: UUID(7), date: Date(timeIntervalSince1970: 0), transcript: "")
    var plan = Meetings.Plan.planning
    plan.records = [record]
    let store = TestStore(initialState: Meetings.Detail.State(plan: plan)) { Meetings.Detail() }
    await store.send(.recordsRemoved(atOffsets: [0])) { $0.plan.records = [] }
    await store.receive(.delegate(.changed(.planning)))
  }

  private func detail(
    _ update: (inout DependencyValues) -> Void = { _ in }
  ) -> TestStoreOf<Meetings.Detail> {
    TestStore(initialState: Meetings.Detail.State(plan: .planning)) {
      Meetings.Detail()
    } withDependencies: {
      update(&$0)
    }
  }
}
