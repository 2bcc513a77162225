import Foundation
import RatchetTesting

@MainActor @Suite("The form of a meeting")
struct MeetingFormTests {
  @Test("edits the title, the length and the names")
  func fields() async {
    let store = form(of: .planning)
    await store.send(.titleChanged("Plan")) { $0.plan.title = "Plan" }
    await store.send(.minutesChanged(15)) { $0.plan.minutes = 15 }
    await store.send(.nameChanged(UUID(201), "Cyd")) {
      $0.plan.attendees[id: UUID(201)]?.name = "Cyd"
    }
  }

  @Test("focuses the attendee that was added")
  func add() async {
    let store = form(of: .planning)
    await store.send(.addTapped) {
      $0.plan.attendees.append(Meetings.Attendee(id: UUID(0)))
      $0.focus = .attendee(UUID(0))
    }
  }

  @Test("focuses the attendee after one that was removed, or the last one")
  func remove() async {
    let store = form(of: .retrospective)
    await store.send(.addTapped) {
      $0.plan.attendees.append(Meetings.Attendee(id: UUID(0)))
      $0.focus = .attendee(UUID(0))
    }
    await store.send(.removed(atOffsets: [1])) {
      $0.plan.attendees.remove(id: UUID(102))
      $0.focus = .attendee(UUID(0))
    }
    await store.send(.removed(atOffsets: [1])) {
      $0.plan.attendees.remove(id: UUID(0))
      $0.focus = .attendee(UUID(101))
    }
  }

  @Test("puts an attendee in the place of the last one that is removed")
  func removeLast() async {
    let store = form(of: .planning)
    await store.send(.removed(atOffsets: [0])) {
      $0.plan.attendees = [Meetings.Attendee(id: UUID(0))]
      $0.focus = .attendee(UUID(0))
    }
  }

  @Test("leaves out attendees without a name, but for one if none has")
  func finished() {
    var state = Meetings.Form.State(plan: .retrospective)
    state.plan.attendees[id: UUID(101)]?.name = " "
    #expect(state.finished.attendees.map(\.name) == ["Bo"])
    state.plan.attendees[id: UUID(102)]?.name = ""
    #expect(state.finished.attendees.map(\.id) == [UUID(101)])
  }

  private func form(of plan: Meetings.Plan) -> TestStoreOf<Meetings.Form> {
    TestStore(initialState: Meetings.Form.State(plan: plan)) {
      Meetings.Form()
    } withDependencies: {
      $0.uuid = .incrementing
    }
  }
}
