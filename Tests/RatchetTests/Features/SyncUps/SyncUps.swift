import RatchetTesting

/// The sample "SyncUps" of the Composable Architecture with one kept list: the detail of a sync-up
/// and its form have an id or a draft, and no copy of the list or of its element.
struct SyncUps: Reducer {
  struct SyncUp: Codable, Equatable, Identifiable, Sendable {
    let id: Int
    var title = ""
    var minutes = 5
    var attendees: [String] = []
    var meetings: [String] = []
  }

  struct State: Equatable {
    var syncUps: IdentifiedArrayOf<SyncUp> = []
    /// The form of a new one.
    var form: Form.State?
    var path: Stack<Detail.State> = []
  }

  enum Action: Equatable, Sendable {
    case addTapped
    case saveTapped
    case tapped(SyncUp.ID)
    case swiped(SyncUp.ID)
    case form(PresentationAction<Form.Action>)
    case path(StackAction<Detail.State, Detail.Action>)
    case syncUpsChanged
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .addTapped:
        let id = (state.syncUps.map(\.id).max() ?? 0) + 1
        state.form = Form.State(syncUp: SyncUp(id: id))
      case .saveTapped:
        if let form = state.form { state.syncUps.append(form.finished) }
        state.form = nil
      case .tapped(let id): state.path.push(Detail.State(id: id))
      case .swiped(let id): state.syncUps.remove(id: id)
      case .syncUpsChanged: leaveDeleted(&state)
      case .form, .path: break
      }
      return .none
    }
    .ifLet(\.form, action: Action.form) { Form() }
    .forEach(\.path, action: Action.path) { Detail() }
    .kept(\.syncUps, in: .syncUps, changed: .syncUpsChanged)
  }

  /// Who else has the list may have deleted what is shown.
  private func leaveDeleted(_ state: inout State) {
    for element in state.path where state.syncUps[id: element.id] == nil {
      state.path = []
    }
  }
}

extension SharedKey where Value == IdentifiedArrayOf<SyncUps.SyncUp> {
  static var syncUps: Self { SharedKey("syncUps", default: [], in: .file("sync-ups.json")) }
}
