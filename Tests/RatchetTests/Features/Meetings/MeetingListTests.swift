import Foundation
import RatchetTesting

@MainActor @Suite("The list of meetings")
struct MeetingListTests {
  @Test("adds what was filled into the form")
  func add() async {
    let store = TestStore(initialState: Meetings.List.State()) {
      Meetings.List()
    } withDependencies: {
      $0.uuid = .incrementing
    }
    var plan = Meetings.Plan(id: UUID(0), attendees: [Meetings.Attendee(id: UUID(1))])
    await store.send(.addTapped) { $0.form = Meetings.Form.State(plan: plan) }
    await store.send(.form(.presented(.titleChanged("Daily")))) { $0.form?.plan.title = "Daily" }
    await store.send(.form(.presented(.addTapped))) {
      $0.form?.plan.attendees.append(Meetings.Attendee(id: UUID(2)))
      $0.form?.focus = .attendee(UUID(2))
    }
    await store.send(.saveTapped) {
      plan.title = "Daily"
      $0.plans = [plan]
      $0.form = nil
    }
  }

  @Test("adds nothing when the form is dismissed")
  func dismiss() async {
    let store = TestStore(initialState: Meetings.List.State()) {
      Meetings.List()
    } withDependencies: {
      $0.uuid = .incrementing
    }
    await store.send(.addTapped) {
      $0.form = Meetings.Form.State(
        plan: Meetings.Plan(id: UUID(0), attendees: [Meetings.Attendee(id: UUID(1))]))
    }
    await store.send(.form(.dismiss)) { $0.form = nil }
  }
}
