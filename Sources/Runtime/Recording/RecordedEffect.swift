import Ratchet

/// The line of an effect that has started, or has ended.
struct RecordedEffect: Codable, Sendable {
  enum Event: String, Codable {
    case started, finished, failed, cancelled
  }

  /// The number of the effect in its store.
  let effect: Int
  let event: Event
  /// The time in nanoseconds, as in the line of an action.
  let time: Int64
  /// At the start, the name, where it was made, and the path of its feature.
  var name: String?
  var origin: String?
  var path: String?
  /// At the start, whether the state declares the effect; `nil` if not.
  var isSubscription: Bool?
  /// Why it was cancelled.
  var reason: String?
}

extension RecordedEffect {
  /// What an event says of an effect that has started, or has ended.
  struct Moment: Sendable {
    let effect: EffectDescription
    let event: Event
    var reason: EffectCancellation.Reason?

    /// Returns nil for any other event, and for the cancellation of an effect that has not started.
    init?<State, Action>(_ event: StoreEvent<State, Action>) {
      switch event {
      case .effectStarted(let effect): (self.effect, self.event) = (effect, .started)
      case .effectFinished(let effect): (self.effect, self.event) = (effect, .finished)
      case .effectFailed(let effect, _): (self.effect, self.event) = (effect, .failed)
      case .effectCancelled(let effect, let cancellation) where cancellation.hasStarted:
        (self.effect, self.event, reason) = (effect, .cancelled, cancellation.reason)
      default: return nil
      }
    }
  }

  init(_ moment: Moment, _ time: Duration) {
    let effect = moment.effect
    self.init(effect: effect.id, event: moment.event, time: time.nanoseconds)
    reason = moment.reason?.name
    if event != .started { return }
    name = effect.name
    origin = effect.origin.map { "\($0)" }
    path = effect.path
    isSubscription = effect.isSubscription ? true : nil
  }
}
