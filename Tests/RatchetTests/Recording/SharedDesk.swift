import RatchetTesting

extension SharedKey where Value == String {
  static var note: Self { SharedKey("note", default: "", in: .memory) }
}

/// A feature with shared keys that can be recorded: two that it keeps, and a note that a drawer
/// reads and changes.
struct SharedDesk: Reducer {
  struct State: Codable, Equatable, Sendable {
    var theme = Theme()
    /// Changes between two actions.
    var total = 0
    var drawer: SharedDrawer.State?
    /// The sizes of themes that came from outside.
    var seen: [Int] = []
  }

  enum Action: Codable, Equatable, Sendable {
    case themeChanged
    case enlarge
    case open
    case close
    case drawer(SharedDrawer.Action)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .themeChanged: state.seen.append(state.theme.size)
      case .enlarge: state.theme.size += 1
      case .open: state.drawer = SharedDrawer.State()
      case .close: state.drawer = nil
      case .drawer: break
      }
      return .none
    }
    .ifLet(\.drawer, action: Action.drawer) { SharedDrawer() }
    .kept(\.theme, in: .theme, changed: .themeChanged)
    .kept(\.total, in: .total)
  }
}

struct SharedDrawer: Reducer {
  struct State: Codable, Equatable, Sendable {
    var note = "new"
    var size = 0
  }

  enum Action: Codable, Equatable, Sendable { case read, write(String), enlarge }

  @SharedReader(.note) var note
  @SharedReader(.theme) var theme

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .read:
      state.note = note
      state.size = theme.size
      return .none
    case .write(let note): return .change(.note) { $0 = note }
    case .enlarge: return .change(.theme) { $0.size += 1 }
    }
  }
}
