import RatchetTesting

extension SharedKey where Value == String {
  static var note: Self { SharedKey("note", default: "", in: .memory) }
}

/// A feature with shared keys that can be recorded: a theme, and a note in a drawer that opens.
struct SharedDesk: Reducer {
  struct State: Codable, Equatable, Sendable {
    var theme = Theme()
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
    .shared(\.theme, .theme, changed: Action.themeChanged)
  }
}

struct SharedDrawer: Reducer {
  struct State: Codable, Equatable, Sendable {
    var theme = Theme(size: 100)
    var note = "new"
  }

  enum Action: Codable, Equatable, Sendable { case write(String) }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .write(let note): state.note = note
      }
      return .none
    }
    .shared(\.theme, .theme)
    .shared(\.note, .note)
  }
}
