import Foundation
import RatchetTesting

extension Meetings {
  /// A plan with its records, which tells whoever has pushed it what it cannot do itself.
  struct Detail: Reducer {
    struct State: Equatable, Sendable {
      var plan: Plan
      var form: Form.State?
      /// A value and not a feature: it asks something, and leaves with the answer.
      var alert: Alert?
    }

    enum Alert: Equatable, Sendable {
      case confirmDeletion
      case speechDenied
    }

    enum Answer: Equatable, Sendable {
      case delete, startAnyway, cancel
    }

    enum Action: Equatable, Sendable {
      case editTapped
      case doneTapped
      case form(PresentationAction<Form.Action>)
      case deleteTapped
      case recordsRemoved(atOffsets: [Int])
      case startTapped
      case speechDenied
      case alert(Answer)
      case delegate(Delegate)
    }

    enum Delegate: Equatable, Sendable {
      case changed(Plan)
      case deleted
      case started
    }

    @Dependency(\.dismiss) var dismiss
    @Dependency(\.speech) var speech

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .editTapped: state.form = Form.State(plan: state.plan)
        case .doneTapped:
          if let form = state.form { state.plan = form.finished }
          state.form = nil
        case .deleteTapped: state.alert = .confirmDeletion
        case .recordsRemoved(let offsets): state.plan.records.remove(atOffsets: offsets)
        case .startTapped:
          return .run { send in
            await send(speech.isAuthorized() ? .delegate(.started) : .speechDenied)
          }
        case .speechDenied: state.alert = .speechDenied
        case .alert(let answer):
          state.alert = nil
          return effect(of: answer)
        case .form, .delegate: break
        }
        return .none
      }
      .ifLet(\.form, action: Action.form) { Form() }
      .onChange(of: \.plan) { _, plan in
        Reduce { _, _ in .send(.delegate(.changed(plan))) }
      }
    }

    private func effect(of answer: Answer) -> Effect<Action> {
      switch answer {
      case .delete:
        .run { send in
          await send(.delegate(.deleted))
          await dismiss()
        }
      case .startAnyway: .send(.delegate(.started))
      case .cancel: .none
      }
    }
  }
}
