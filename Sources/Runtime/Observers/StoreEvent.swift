/// An event that a store reports to its observers.
///
/// ``StoreObserver`` describes the order of the events.
public enum StoreEvent<State, Action> {
  /// An action was sent while a reducer ran, or while observers were being notified.
  ///
  /// It is reduced after the actions that were queued before it. The count is the number of queued
  /// actions, this one included.
  case queued(Action, from: ActionSource, count: Int)

  /// An action is about to be reduced.
  case received(Action, from: ActionSource)

  /// An action was reduced; its effects have not been processed yet.
  ///
  /// The duration is the real time that the reducer took.
  case reduced(
    Action, from: ActionSource, before: State, after: State, duration: Duration)

  /// An effect is about to start.
  case effectStarted(EffectDescription)

  /// An effect has sent an action, which is reduced at once, or queued while a reducer runs.
  case effectSent(EffectDescription, Action)

  /// An effect ended on its own.
  case effectFinished(EffectDescription)

  /// An effect has ended because its operation threw an error.
  ///
  /// If the effect has a `catch:` closure, the event is reported once this closure has returned.
  case effectFailed(EffectDescription, any Error)

  /// An effect was cancelled: nothing that it sends is reduced any more.
  ///
  /// The event is reported at once; the effect's operation returns later.
  case effectCancelled(EffectDescription, EffectCancellation)

  /// The state declared a subscription, whose effects start once no action is queued.
  case subscriptionStarted(EffectDescription)

  /// The state no longer declares a subscription, or the store ends its subscriptions.
  ///
  /// Reported before the cancellation of its effects, if any are left.
  case subscriptionStopped(EffectDescription, EffectCancellation)

  /// An action is dropped instead of reduced.
  case dropped(Action, from: ActionSource, DropReason)
}

extension StoreEvent: Sendable where State: Sendable, Action: Sendable {}

extension StoreEvent: CustomStringConvertible {
  /// The event in one line, without states and times, and with actions as `print` writes them:
  /// `received increment from a caller`.
  public var description: String {
    switch self {
    case .queued(let action, let source, _):
      "queued \(ValueLine.text(action)) from \(source)"
    case .received(let action, let source):
      "received \(ValueLine.text(action)) from \(source)"
    case .reduced(let action, _, _, _, _): "reduced \(ValueLine.text(action))"
    case .effectStarted(let effect): "\(effect.title) started"
    case .effectSent(let effect, let action): "\(effect.title) sent \(ValueLine.text(action))"
    case .effectFinished(let effect): "\(effect.title) finished"
    case .effectFailed(let effect, let error):
      "\(effect.title) failed: \(ValueLine.text(error))"
    case .effectCancelled(let effect, let cancellation):
      "\(effect.title) was cancelled \(cancellation)"
    case .subscriptionStarted(let subscription): "\(subscription) started"
    case .subscriptionStopped(let subscription, let cancellation):
      "\(subscription) was stopped \(cancellation)"
    case .dropped(let action, let source, let reason):
      "dropped \(ValueLine.text(action)) from \(source): \(reason)"
    }
  }
}
