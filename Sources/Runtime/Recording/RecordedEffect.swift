package import Ratchet

/// A line of a recording that says that an effect has started or ended.
///
/// `RecordingOutput` makes it from a `Moment`, `RecordedLine` decodes it, and `RecordedRun` shows
/// it on a page.
package struct RecordedEffect: Codable, Sendable {
  package enum Event: String, Codable {
    case started, finished, failed, cancelled
  }

  /// The number of the effect in its store.
  package let effect: Int
  package let event: Event
  /// The time in nanoseconds, as in the line of an action.
  package let time: Int64
  /// At the start, the name, where it was made, and the path of its feature.
  package var name: String?
  package var origin: String?
  package var path: String?
  /// At the start, true if the state declares the effect; otherwise `nil`.
  package var isSubscription: Bool?
  /// Why it was cancelled.
  package var reason: String?
}

extension RecordedEffect {
  /// The start or end of an effect as a store's event reports it, before it is made a line.
  package struct Moment: Sendable {
    let effect: EffectDescription
    let event: Event
    var reason: EffectCancellation.Reason?

    /// Returns nil for any other event, and for the cancellation of an effect that has not started.
    package init?<State, Action>(_ event: StoreEvent<State, Action>) {
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

  /// The end of an effect whose store has ended.
  package init(endedWithStore effect: Int, at time: Int64) {
    self.init(effect: effect, event: .cancelled, time: time, reason: "storeEnd")
  }

  package init(_ moment: Moment, _ time: Duration) {
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
