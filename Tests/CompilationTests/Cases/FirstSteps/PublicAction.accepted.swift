import Ratchet

/// Is on or off.
public struct Switch: Reducer {
  /// Whether it is on.
  public struct State { var isOn = false }
  /// A tap.
  public enum Action: Sendable { case toggled }

  /// Turns it on or off.
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    state.isOn.toggle()
    return .none
  }
}
