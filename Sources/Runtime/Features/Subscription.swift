import RatchetDependencies

// A *subscription* is an effect that runs as long as the state declares it. The rule: which
// subscriptions run is a function of the state. When the store is made and after each action, a
// `FeatureWalk` compares what the state declares with what it declared before. A subscription that
// is no longer declared is cancelled before the next action is reduced. One that is newly declared
// is registered after the effects that the action returned, whose cancels do not reach it, and
// starts before them, so that it receives what they cause.

/// One subscription: records that it is declared, and whether its effect still runs.
///
/// Used by the operator that declares it, as its record or in a record of several
/// (`SubscriptionsOfIDs`), and by the effect registry, which starts and stops it. Owns the cascade
/// of its effects (everything that they run). Do not start it twice: if the state declares it again
/// later, that makes another subscription.
final class Subscription: DeclarationRecord {
  /// The id that the state declares; `nil` for an operator without ids.
  let id: AnyID?
  /// The effect that is to run; `.none` once it is registered.
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

  /// Adds that it is to stop, because it is no longer declared or its feature has left the state.
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
