/// Takes what effects send and keeps it until the test receives it.
@MainActor final class Inbox<Action: Sendable> {
  private(set) var parked: [ParkedAction<Action>] = []
  private unowned let executor: LaneExecutor

  init(executor: LaneExecutor) {
    self.executor = executor
  }

  /// The actions of which one may be received next.
  ///
  /// What was sent while its effect started comes before all else, as in a `Store`, where it is reduced
  /// before anything else can happen.
  var receivable: [ParkedAction<Action>] {
    parked.first(where: \.isImmediate).map { [$0] } ?? parked
  }

  /// Whether starting effects has to wait for an action to be received.
  var isStalled: Bool { parked.contains(where: \.isImmediate) }

  func park(_ action: Action, from effect: RunningEffect) -> any DeliverySignal {
    let signal = LaneSignal()
    parked.append(
      ParkedAction(
        action: action, effect: effect, signal: signal, lane: Lane.current,
        isImmediate: effect.isSend || executor.isStarting))
    return signal
  }

  /// Takes out an action, whose sender still waits.
  func take(_ action: ParkedAction<Action>) {
    parked.removeAll { $0.signal === action.signal }
  }

  /// Drops what an effect sent, and resumes those who sent it.
  func drop(from effect: RunningEffect) -> [ParkedAction<Action>] {
    let dropped = parked.filter { $0.effect === effect }
    parked.removeAll { $0.effect === effect }
    for action in dropped { action.signal.open() }
    return dropped
  }
}
