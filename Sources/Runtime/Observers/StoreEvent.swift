/// Something that a store does, as its observers are told; in which order, says ``StoreObserver``.
public enum StoreEvent<State, Action> {
  /// An action came while a reducer ran, or while observers were told of something; it waits with
  /// so many others, this one included, and is reduced after those.
  case queued(Action, from: ActionSource, count: Int)

  /// An action is about to be reduced.
  case received(Action, from: ActionSource)

  /// An action has been reduced, and nothing that follows from it has been done.
  ///
  /// The duration is that of the reducer, in real time.
  case reduced(
    Action, from: ActionSource, before: State, after: State, duration: Duration)

  /// An effect is about to start.
  case effectStarted(EffectDescription)

  /// An effect has sent an action; it is reduced at once, or queued while a reducer runs.
  case effectSent(EffectDescription, Action)

  /// An effect has ended by itself.
  case effectFinished(EffectDescription)

  /// An effect has ended because its operation threw an error; if it has a `catch:`, when that has
  /// returned.
  case effectFailed(EffectDescription, any Error)

  /// An effect was cancelled: nothing that it sends is reduced any more.
  ///
  /// Told at once; the operation returns later.
  case effectCancelled(EffectDescription, EffectCancellation)

  /// The state declares a subscription, whose effects start when nothing is queued.
  case subscriptionStarted(SubscriptionDescription)

  /// The state declares a subscription no more, or the store ends its subscriptions.
  ///
  /// Comes before the cancellation of its effects, if any are left.
  case subscriptionStopped(SubscriptionDescription, EffectCancellation)

  /// An action is not reduced.
  case dropped(Action, from: ActionSource, DropReason)
}

extension StoreEvent: Sendable where State: Sendable, Action: Sendable {}

extension StoreEvent: CustomStringConvertible {
  /// The event in one line, without states and times: `received .increment from a caller`.
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
