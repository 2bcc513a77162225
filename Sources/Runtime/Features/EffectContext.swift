import RatchetDependencies

/// What the effect registry knows of an effect when it registers it (lists it as in flight): which
/// action returned the effect, which feature it belongs to, and which ids cancel it.
///
/// Used by `EffectRegistry.register`, which passes it down the tree of effects that a reducer has
/// returned. Each level of the tree changes it for the effects below: the effect of a child feature
/// has another `feature`, `cancellable` adds an id.
struct EffectContext {
  let cascade: Cascade
  /// The action that returned the effect; a `SubscriptionCause` if no action started its
  /// subscription.
  let cause: any Sendable
  /// What the effect becomes a member of: its cascade, or a sequence, which is a `concatenate` of
  /// which the effect is a part.
  var parent: InFlight
  /// The feature to which the effect belongs.
  var feature: Feature
  /// The ids that cancel the effect, outermost first, without those that its sequence has.
  var ids: [CancelID] = []
  /// The sequences, and the effects that wait for a delay, of which the effect is a part; outermost
  /// first.
  ///
  /// A cancel does not reach what still waits in these, which was returned after the cancel.
  var enclosing: [InFlight] = []
  /// The effect that sent the action, if any.
  var sender: RunningEffect?
  /// The dependencies under which the effect runs, if they are not the store's.
  var dependencies: DependencyValues?
  /// The presented features that the effect belongs to, outermost first.
  var presented: [PresentedFeature] = []

  @MainActor init(cascade: Cascade, cause: any Sendable, sender: RunningEffect? = nil) {
    self.cascade = cascade
    self.cause = cause
    self.sender = sender
    parent = cascade
    feature = cascade.feature
  }

  /// Adds a cancel id that was given in the feature, unless the last one is the same id, as with
  /// `cancellable` around a `debounce` with its id.
  mutating func add(_ id: AnyID) {
    if ids.last?.matches(id, feature) != true { ids.append(CancelID(id: id, feature: feature)) }
  }

  /// Records that the feature is presented; `dismiss` sends the action that removes it.
  mutating func present(_ presentation: Presentation, _ dismiss: EffectLeaf) {
    presented.append(
      PresentedFeature(presentation: presentation, dismiss: dismiss, feature: feature))
  }

  /// A copy of this context with one more cancel id.
  func adding(_ id: AnyID) -> EffectContext {
    var context = self
    context.add(id)
    return context
  }
}
