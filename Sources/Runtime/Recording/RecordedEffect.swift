package import Ratchet

/// A line of a recording that says that an effect has started or ended.
///
/// `RecordingOutput` makes it from a `Moment` and writes it, `RecordedLine` decodes it, and
/// `RecordedRun` shows it on a page.
package struct RecordedEffect: Codable, Sendable {
  package enum Event: String, Codable {
    case started, finished, failed, cancelled
  }

  /// The number of the effect in its store; the lines of its start and its end have the same.
  package let effect: Int
  package let event: Event
  /// The time in nanoseconds since the first store of the recording was made.
  package let time: Int64

  // The first four are `nil` in the line of an end, and the last one in the line of a start.

  package var name: String?
  /// Where the effect was made: file and line.
  package var origin: String?
  /// The path of its feature, such as `rows[3]`.
  package var path: String?
  /// True for a subscription, an effect that the state declares; `nil`, not false, for another
  /// effect, so that its line stays short.
  package var isSubscription: Bool?
  /// Why it was cancelled: the name of an `EffectCancellation.Reason`.
  package var reason: String?
}

extension RecordedEffect {
  /// The start or end of an effect, taken from a store's event on the main actor.
  ///
  /// A recorder turns it into a line later, off the main actor; the observer of a page, at once.
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

  /// The line of a start or an end.
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
