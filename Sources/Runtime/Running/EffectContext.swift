import RatchetDependencies

/// The context of an effect: the action that returned it, the parent that it belongs to, and the
/// ids that cancel it.
struct EffectContext {
  let cascade: Cascade
  /// The action.
  let cause: any Sendable
  var parent: Ledger.Node
  var path = PathTable.ID.root
  var ids: [CancelID] = []
  /// The effect that sent the action, if any.
  var sender: RunningEffect?
  /// The dependencies under which it runs, if they are not the store's.
  var dependencies: DependencyValues?
  /// Sends the action that removes the presented feature to which it belongs.
  var dismiss: EffectLeaf?

  @MainActor init(cascade: Cascade, cause: any Sendable, sender: RunningEffect? = nil) {
    self.cascade = cascade
    self.cause = cause
    self.sender = sender
    parent = cascade.node
  }

  /// Adds an id that was given in this feature, unless it repeats the one before.
  mutating func add(_ id: AnyID) {
    let id = CancelID(id, at: path)
    if ids.last != id { ids.append(id) }
  }

  /// The same with such an id.
  func adding(_ id: AnyID) -> EffectContext {
    var context = self
    context.add(id)
    return context
  }
}
