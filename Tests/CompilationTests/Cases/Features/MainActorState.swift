import Ratchet

@MainActor final class Settings {
  var isOn = false
}

struct Switch: Reducer {
  struct State { let settings: Settings }
  enum Action { case tapped }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    #if MISTAKE
      state.settings.isOn.toggle()  // error: can not be mutated from a nonisolated context
      return .none
    #else
      .run { [settings = state.settings] _ in settings.isOn.toggle() }
    #endif
  }
}
