import Ratchet

@MainActor final class Settings {
  var isOn = false
}

struct Switch: Reducer {
  struct State { let settings: Settings }
  enum Action { case tapped }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    .run { [settings = state.settings] _ in settings.isOn.toggle() }
  }
}
