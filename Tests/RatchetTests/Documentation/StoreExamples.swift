import Observation
import RatchetTesting

private struct App: Reducer {
  struct Row: Identifiable {
    let id: Int
    var title = ""
  }

  struct Settings { var volume = 0 }
  struct Detail { var title = "" }

  struct State {
    var count = 0
    var query = ""
    var settings = Settings()
    var detail: Detail?
    var rows: IdentifiedArrayOf<Row> = []
  }

  enum SettingsAction { case volumeChanged(Int) }
  enum DetailAction { case closeTapped }
  enum RowAction { case tapped }

  enum Action {
    case settings(SettingsAction)
    case detail(DetailAction)
    case row(id: Int, action: RowAction)
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
}

private enum Session {
  struct Login { var name = "" }

  enum State {
    case login(Login)
    case open
  }

  enum LoginAction { case nameChanged(String) }

  enum Action {
    case login(LoginAction)
  }
}

@MainActor private func observe(_ store: StoreOf<App>) {
  withObservationTracking {
    print(store.count)
  } onChange: {
    print("The count has changed.")
  }
}

@MainActor private func search(_ store: StoreOf<App>) async {
  for await query in store.states(of: \.query) {
    print("Searching for \(query)")
  }
}

@MainActor private func settings(_ store: StoreOf<App>) {
  let settings = store.scope(state: \.settings, action: App.Action.settings)
  settings.send(.volumeChanged(3))
  print(settings.volume)
}

@MainActor private func detail(_ store: StoreOf<App>) {
  if let detail = store.scope(state: \.detail, action: App.Action.detail) {
    print(detail.title)
  }
}

@MainActor private func login(_ store: Store<Session.State, Session.Action>) {
  if let login = store.scope(state: Session.State.login, action: Session.Action.login) {
    print(login.name)
  }
}

@MainActor private func rows(_ store: StoreOf<App>) {
  for row in store.scope(state: \.rows, action: App.Action.row) {
    print(row.title)
  }
}

@MainActor private func stop(_ store: StoreOf<App>) async {
  let cancelled = await store.drain(within: .seconds(10))
  for effect in cancelled { print("cancelled: \(effect)") }
}
