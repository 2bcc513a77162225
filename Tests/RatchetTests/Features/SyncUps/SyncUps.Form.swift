import RatchetTesting

extension SyncUps {
  /// A draft of a sync-up.
  struct Form: Reducer {
    struct State: Equatable, Sendable {
      var syncUp: SyncUp

      /// The sync-up without attendees that have no name.
      var finished: SyncUp {
        var finished = syncUp
        finished.attendees.removeAll { $0.isEmpty }
        return finished
      }
    }

    enum Action: Equatable, Sendable {
      case titleChanged(String)
      case attendeesChanged([String])
    }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .titleChanged(let title): state.syncUp.title = title
      case .attendeesChanged(let attendees): state.syncUp.attendees = attendees
      }
      return .none
    }
  }
}
