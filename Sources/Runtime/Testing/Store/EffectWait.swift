import Ratchet

/// What an effect in flight waits for, as the failures of a test store say it.
///
/// Used by `InFlightList`, the list of effects in a failure.
enum EffectWait {
  /// The effect has sent these actions, and the test has not received them.
  case receive([String])
  /// The effect sleeps on the store's clock: `until` is the time at which it wakes, and `in` is how
  /// far that is from now.
  case clock(until: Duration, in: Duration)
  /// The effect starts once earlier actions have been received; `sent` is the action of an
  /// `Effect.send`.
  case start(sent: String?)
  /// The effect is a part of a concatenation and starts when the part before it has ended; its
  /// description says so.
  case turn
  /// The effect continues once earlier actions have been received.
  case earlierAction
  /// The effect can still run without the test.
  case running
  /// The effect waits for something outside the store's control. `isHeld` says that another thread
  /// has resumed the effect, and that the store holds it back.
  case outside(isHeld: Bool)

  /// Whether the effect continues when the test receives an action.
  var isForTest: Bool {
    switch self {
    case .receive, .start, .earlierAction: true
    case .clock, .turn, .running, .outside: false
    }
  }

  var isAsleep: Bool { if case .clock = self { true } else { false } }

  var isHeld: Bool { if case .outside(true) = self { true } else { false } }

  var isOutside: Bool { if case .outside = self { true } else { false } }

  /// The text after the description of the effect; `nil` if the description already says it.
  var text: String? {
    switch self {
    case .turn: nil
    case .receive(let actions): "sent \(actions.joined(separator: ", ")), not received"
    case .clock(let deadline, let rest): "sleeps until \(deadline), in \(rest)"
    case .start(nil):
      "has not started, because an earlier action has not been received"
    case .start(let action?):
      "has not sent \(action), because an earlier action has not been received"
    case .earlierAction: "resumes once the earlier action is received"
    case .running: "has not settled"
    case .outside(let isHeld):
      "waits for something outside of the test store"
        + (isHeld ? ", which has arrived but is being held" : "")
    }
  }
}
