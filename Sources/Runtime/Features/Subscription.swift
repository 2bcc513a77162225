import RatchetDependencies

// A *subscription* is an effect that runs as long as the state declares it. The rule: which
// subscriptions run is a function of the state. When the store is made and after each action, a
// `FeatureWalk` compares what the state declares with what it declared before. A subscription that
// is no longer declared is cancelled before the next action is reduced. One that is newly declared
// is registered after the effects that the action returned, whose cancels do not reach it, and
// starts before them, so that it hears what they do.

/// One subscription: records that it is declared, and whether its effect still runs.
///
/// Used by the record of the operator that declares it, and by the effect registry, which starts
/// and stops it. Owns the cascade of its effects. Do not start it twice: if the state declares it
/// again later, that makes another subscription.
final class Subscription: DeclarationRecord {
  let id: AnyID?
  /// What is to run, until it is registered.
  var effect: EffectTree
  /// The cascade of the effects; `nil` until they are registered.
  ///
  /// Empty once the effects have ended by themselves. The subscription then stays ended until the
  /// state stops declaring it and declares it again, which makes another subscription.
  var run: Cascade?

  init(_ id: AnyID?, _ effect: EffectTree) {
    self.id = id
    self.effect = effect
  }

  override func end(_ walk: inout FeatureWalk) {
    walk.stop(self)
  }
}

/// Why a subscription has started, if no action is the cause; shown to observers.
enum SubscriptionCause: Sendable {
  case initialState
  /// A change of a shared value that a condition reads.
  case sharedValue
}
