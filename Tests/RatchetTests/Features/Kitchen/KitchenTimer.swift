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

  @Dependency(\.continuousClock) var clock

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .startTapped:
        if state.phase == .paused, state.remaining > 0 { state.phase = .counting }
      case .pauseTapped:
        if state.phase == .counting { state.phase = .paused }
      case .stopTapped: state.phase = .paused
      case .added(let seconds): state.remaining += seconds
      case .ticked:
        state.remaining -= 1
        if state.remaining == 0 { state.phase = .ringing }
      case .rang: state.rings += 1
      }
      return .none
    }
    .subscription(while: { $0.phase == .counting }) { timer(every: .seconds(1), .ticked) }
    .subscription(while: { $0.phase == .ringing }) { timer(every: .milliseconds(500), .rang) }
  }

  private func timer(every interval: Duration, _ action: Action) -> Effect<Action> {
    .run { send in
      for await _ in clock.timer(interval: interval) { await send(action) }
    }
  }
}
