import Ratchet

/// A plan with its records; whoever has pushed it starts and edits it.
struct Detail: Reducer {
  struct State: Codable, Equatable, Sendable {
    let planID: Plan.ID
    /// A value and not a feature: it asks something, and leaves with the answer.
    var alert: Alert?
  }

  enum Alert: Codable, Equatable, Sendable {
    case confirmDeletion
  }

  enum Action: Codable, Equatable, Sendable {
    case startTapped, editTapped, deleteTapped, backTapped
    case alert(isConfirmed: Bool)
  }

  @Dependency(\.dismiss) var dismiss

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .deleteTapped: state.alert = .confirmDeletion
    case .alert(let isConfirmed):
      let alert = state.alert.take()
      if alert == .confirmDeletion, isConfirmed {
        // The list leaves the screens of plans that are removed.
        return .change(.plans) { [id = state.planID] in $0.remove(id: id) }
      }
    case .backTapped: return .run { _ in await dismiss() }
    case .startTapped, .editTapped: break
    }
    return .none
  }
}
