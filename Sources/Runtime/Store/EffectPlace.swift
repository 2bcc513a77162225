/// Where an effect was returned: by which action, to what it belongs, and by which ids it can be
/// cancelled.
struct EffectPlace {
  let cascade: Cascade
  /// The action.
  let cause: any Sendable
  var parent: Ledger.Node
  var path = PathTable.ID.root
  var ids: [AnyID] = []

  @MainActor init(cascade: Cascade, cause: any Sendable) {
    self.cascade = cascade
    self.cause = cause
    parent = cascade.node
  }
}
