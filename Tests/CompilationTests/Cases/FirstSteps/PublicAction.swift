import Ratchet

/// Is on or off.
public struct Switch: Reducer {
  // error: type 'Switch.Action' does not conform to the 'Sendable' protocol
  /// Whether it is on.
  public struct State { var isOn = false }
  #if MISTAKE
    /// A tap.
    public enum Action { case toggled }
  #else
    /// A tap.
    public enum Action: Sendable { case toggled }
  #endif

  /// Turns it on or off.
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    // error: type 'Switch.Action' does not conform to the 'Sendable' protocol
    state.isOn.toggle()
    return .none  // error: type 'Switch.Action' does not conform to the 'Sendable' protocol
  }
}
