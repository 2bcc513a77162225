import RatchetTesting

extension SyncUps {
  /// A sync-up, found by its id.
  struct Detail: Reducer {
    struct State: Equatable, Identifiable, Sendable {
      let id: SyncUp.ID
      var form: Form.State?
      var isConfirmingDeletion = false
    }

    enum Action: Equatable, Sendable {
      case editTapped
      case doneTapped
      case form(PresentationAction<Form.Action>)
      case meetingEnded(transcript: String)
      case deleteTapped
      case deletionConfirmed
      case reminderTapped
    }

    @SharedValue(.syncUps) var syncUps
    @Dependency(\.continuousClock) var clock
    @Dependency(\.dismiss) var dismiss

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .editTapped: state.form = syncUps[id: state.id].map { Form.State(syncUp: $0) }
        case .doneTapped: return save(&state)
        case .meetingEnded(let transcript):
          return .change(.syncUps) { [id = state.id] in
            $0[id: id]?.meetings.insert(transcript, at: 0)
          }
        case .deleteTapped: state.isConfirmingDeletion = true
        case .deletionConfirmed:
          return .merge(
            .change(.syncUps) { [id = state.id] in $0.remove(id: id) },
            .run { _ in await dismiss() })
        case .reminderTapped: return remind(of: state.id)
        case .form: break
        }
        return .none
      }
      .ifLet(\.form, action: Action.form) { Form() }
    }

    private func save(_ state: inout State) -> Effect<Action> {
      guard let form = state.form.take() else { return .none }
      return .change(.syncUps) { $0[id: form.syncUp.id]? = form.finished }
    }

    /// A meeting without a transcript in a minute, if the sync-up has somebody then.
    private func remind(of id: SyncUp.ID) -> Effect<Action> {
      .run(name: "reminder") { send in
        try await clock.sleep(for: .seconds(60))
        if syncUps[id: id]?.attendees.isEmpty == false { await send(.meetingEnded(transcript: "")) }
      }
    }
  }
}
