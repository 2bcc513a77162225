import Foundation
import RatchetTesting

extension Meetings {
  /// A draft of a plan, and which of its fields is edited.
  struct Form: Reducer {
    enum Field: Hashable, Sendable {
      case title
      case attendee(Attendee.ID)
    }

    struct State: Equatable, Sendable {
      var plan: Plan
      var focus: Field? = .title
    }

    enum Action: Equatable, Sendable {
      case titleChanged(String)
      case minutesChanged(Int)
      case nameChanged(Attendee.ID, String)
      case addTapped
      case removed(atOffsets: [Int])
    }

    @Dependency(\.uuid) var uuid

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .titleChanged(let title): state.plan.title = title
      case .minutesChanged(let minutes): state.plan.minutes = minutes
      case .nameChanged(let id, let name): state.plan.attendees[id: id]?.name = name
      case .addTapped: add(to: &state)
      case .removed(let offsets):
        state.plan.attendees.remove(atOffsets: offsets)
        if state.plan.attendees.isEmpty { add(to: &state) }
        let next = min(offsets.min() ?? 0, state.plan.attendees.count - 1)
        state.focus = .attendee(state.plan.attendees[next].id)
      }
      return .none
    }

    private func add(to state: inout State) {
      let attendee = Attendee(id: uuid())
      state.plan.attendees.append(attendee)
      state.focus = .attendee(attendee.id)
    }
  }
}

extension Meetings.Form.State {
  /// The plan without attendees that have no name; it has at least one.
  var finished: Meetings.Plan {
    var plan = plan
    let first = plan.attendees.first
    plan.attendees.removeAll { $0.name.allSatisfy(\.isWhitespace) }
    if plan.attendees.isEmpty, let first { plan.attendees.append(first) }
    return plan
  }
}
