import Ratchet

#if MISTAKE
  /// Ends after a second.
  public struct Timer: Reducer {
    /// Whether it has ended.
    public struct State { var isLate = false }
    /// Its start and its end.
    public enum Action: Sendable { case started, ended }
    @Dependency(\.continuousClock) var clock

    /// Waits in an effect.
    public func reduce(into state: inout State, action: Action) -> Effect<Action> {
      .run { send in
        try await clock.sleep(for: .seconds(1))  // error: sending 'self' risks causing data races
        await send(.ended)
      }
    }
  }
#else
  /// Ends after a second.
  public struct Timer: Reducer, Sendable {
    /// Whether it has ended.
    public struct State { var isLate = false }
    /// Its start and its end.
    public enum Action: Sendable { case started, ended }
    @Dependency(\.continuousClock) var clock

    /// Waits in an effect.
    public func reduce(into state: inout State, action: Action) -> Effect<Action> {
      .run { send in
        try await clock.sleep(for: .seconds(1))
        await send(.ended)
      }
    }
  }
#endif
