import Ratchet

/// An action that an effect sent and the test has not received yet.
///
/// Used by `Inbox`, which lists these actions, and by `TestRun`, which reduces them. Only the
/// subclass knows the type of the action. Otherwise the inbox would be generic, and would look up
/// types at run time.
@MainActor class ParkedAction {
  /// The effect that sent the action.
  let effect: RunningEffect
  /// Opened to resume the sender, which waits in `await send`.
  let signal = LaneSignal()
  /// The lane (the executor of one effect) of the effect that runs in the sending task or has
  /// started this task; `nil` if there is none.
  let lane: Lane?
  /// When the action was sent.
  let moment: SendMoment
  /// The number that the inbox gives the action: 1 for the first one, 2 for the second.
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
///
/// A *job* is a piece of an effect's task that runs without suspending.
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
