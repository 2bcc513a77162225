import RatchetDependencies

/// Where an effect was returned: by which action, to what it belongs, and by which ids it can be
/// cancelled.
struct EffectContext {
  let cascade: Cascade
  /// The action.
  let cause: any Sendable
  var parent: Ledger.Node
  var path = PathTable.ID.root
  var ids: [CancelID] = []
  /// What sent the action, if it was an effect.
  var sender: RunningEffect?
  /// The dependencies that it runs under, if they are not those of the store.
  var dependencies: DependencyValues?
  /// What removes the presented feature that it belongs to.
  var dismiss: (any EffectLeaf)?

  @MainActor init(cascade: Cascade, cause: any Sendable, sender: RunningEffect? = nil) {
    self.cascade = cascade
    self.cause = cause
    self.sender = sender
    parent = cascade.node
  }

  /// Adds an id that was given in this feature, unless it was just given.
  mutating func add(_ id: AnyID) {
    let id = CancelID(id, at: path)
    if ids.last != id { ids.append(id) }
  }
}
