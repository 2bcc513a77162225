import Ratchet

/// A plan with its records. To start, edit and delete it is the business of whoever has pushed it.
struct Detail: Reducer {
  struct State: Equatable, Sendable {
    var plan: Plan
    /// A value and not a feature: it asks something, and leaves with the answer.
    var alert: Alert?
  }

  enum Alert: Equatable, Sendable {
    case confirmDeletion
  }

  enum Action: Equatable, Sendable {
    case startTapped, editTapped, deleteTapped, backTapped
    case alert(isConfirmed: Bool)
    case deletionConfirmed
  }

  @Dependency(\.dismiss) var dismiss

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .deleteTapped: state.alert = .confirmDeletion
    case .alert(let isConfirmed):
      let alert = state.alert.take()
      if alert == .confirmDeletion, isConfirmed { return .send(.deletionConfirmed) }
    case .backTapped: return .run { _ in await dismiss() }
    case .startTapped, .editTapped, .deletionConfirmed: break
    }
    return .none
  }
}
