import RatchetTesting

/// Counts down, can be paused, and rings until somebody stops it.
struct KitchenTimer: Reducer {
  struct State: Equatable {
    var remaining: Int
    var phase = Phase.paused
    var rings = 0

    init(seconds: Int) {
      remaining = seconds
    }
  }

  enum Phase: Equatable {
    case paused, counting, ringing
  }

  enum Action: Equatable, Sendable {
    case startTapped
    case pauseTapped
    case stopTapped
    case added(seconds: Int)
    case ticked
    case rang
  }

  private enum CancelID { case countdown, ringing }

  @Dependency(\.continuousClock) var clock

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .startTapped:
      guard state.phase == .paused, state.remaining > 0 else { break }
      state.phase = .counting
      return timer(every: .seconds(1), .ticked).cancellable(id: CancelID.countdown)
    case .pauseTapped:
      guard state.phase == .counting else { break }
      state.phase = .paused
      return .cancel(id: CancelID.countdown)
    case .stopTapped:
      state.phase = .paused
      return .merge(.cancel(id: CancelID.countdown), .cancel(id: CancelID.ringing))
    case .added(let seconds): state.remaining += seconds
    case .ticked: return tick(&state)
    case .rang: state.rings += 1
    }
    return .none
  }

  private func tick(_ state: inout State) -> Effect<Action> {
    state.remaining -= 1
    if state.remaining > 0 { return .none }
    state.phase = .ringing
    return .merge(
      .cancel(id: CancelID.countdown),
      timer(every: .milliseconds(500), .rang).cancellable(id: CancelID.ringing))
  }

  private func timer(every interval: Duration, _ action: Action) -> Effect<Action> {
    .run { send in
      for await _ in clock.timer(interval: interval) { await send(action) }
    }
  }
}
