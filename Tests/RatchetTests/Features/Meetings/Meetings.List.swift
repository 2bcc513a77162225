import Foundation
import RatchetTesting

extension Meetings {
  /// All plans, and the form of a new one.
  struct List: Reducer {
    struct State: Equatable {
      var plans: IdentifiedArrayOf<Plan> = []
      var form: Form.State?
    }

    enum Action: Equatable, Sendable {
      case addTapped
      case saveTapped
      case form(PresentationAction<Form.Action>)
    }

    @Dependency(\.uuid) var uuid

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .addTapped:
          let plan = Plan(id: uuid(), attendees: [Attendee(id: uuid())])
          state.form = Form.State(plan: plan)
        case .saveTapped:
          if let form = state.form { state.plans.append(form.finished) }
          state.form = nil
        case .form: break
        }
        return .none
      }
      .ifLet(\.form, action: Action.form) { Form() }
    }
  }
}
