import RatchetDependencies

/// Tells the effect registry, when it enters an effect (lists it as in flight), which action
/// returned the effect, which feature it belongs to, and which ids cancel it.
///
/// `EffectRegistry.enter` passes it down a tree of effects. Each level changes it for the effects
/// below: the effect of a child feature extends `path`, `cancellable` adds an id.
struct EffectContext {
  let cascade: Cascade
  /// The action that returned the effect; a `SubscriptionCause` if no action started its
  /// subscription.
  let cause: any Sendable
  /// The entry in the ledger under which the effect is entered: its cascade, or a sequence, which
  /// is a `concatenate` of which the effect is a part.
  var parent: Ledger.Node
  var path = PathTable.ID.root
  var ids: [CancelID] = []
  /// The sequences and delays around the effect, outermost first; what waits in them was returned
  /// after the effect, so that a cancel in the effect does not reach it.
  var holders: [Ledger.Node] = []
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
    parent = cascade.node
  }

  /// Adds a cancel id that was given in the feature at `path`, unless it equals the last one.
  mutating func add(_ id: AnyID) {
    let id = CancelID(id, at: path)
    if ids.last != id { ids.append(id) }
  }

  /// Adds the presented feature at `path`.
  mutating func present(_ presentation: Presentation, _ dismiss: EffectLeaf) {
    presented.append(PresentedFeature(presentation: presentation, dismiss: dismiss, path: path))
  }

  /// A copy of this context with one more cancel id.
  func adding(_ id: AnyID) -> EffectContext {
    var context = self
    context.add(id)
    return context
  }
}
