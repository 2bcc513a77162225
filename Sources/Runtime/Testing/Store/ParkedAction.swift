import Ratchet

/// An action that an effect sent and the test has not received yet.
///
/// Only the subclass has the type of the action. Otherwise the inbox would be generic, and would
/// look up types at run time.
@MainActor class ParkedAction {
  let effect: RunningEffect
  /// Resumes the sender.
  let signal = LaneSignal()
  /// The lane of the effect that runs in the sending task or has started it; `nil` if there is
  /// none.
  let lane: Lane?
  let moment: SendMoment
  /// The number of actions parked so far, including this one.
  var number = 0

  init(from effect: RunningEffect, _ moment: SendMoment) {
    self.effect = effect
    self.moment = moment
    lane = Lane.current
  }

  /// The action, for traces and failures.
  var value: any Sendable {
    preconditionFailure("ParkedActionOf, the only subclass, overrides this property.")
  }
}

/// A parked action with its type.
@MainActor final class ParkedActionOf<Action: Sendable>: ParkedAction {
  let action: Action

  init(_ action: Action, from effect: RunningEffect, _ moment: SendMoment) {
    self.action = action
    super.init(from: effect, moment)
  }

  override var value: any Sendable { action }
}

/// When an effect sent an action, which decides what may be reduced before it.
enum SendMoment {
  /// While its effect started: a `Store` reduces it before another effect starts.
  case start
  /// Right after the previous action of the same task: a `Store` reduces nothing in between.
  case following
  /// After its task was resumed. Other actions come before it if their tasks are resumed first.
  case resumed

  /// Whether a `Store` reduces the action before any job runs.
  var isUrgent: Bool { self == .start || self == .following }
}
