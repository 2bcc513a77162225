/// Where an effect was returned: to what it belongs, and by which ids it can be cancelled.
package struct EffectPlace {
  let cascade: Cascade
  var parent: Ledger.Node
  var path = PathTable.ID.root
  var ids: [AnyID] = []

  @MainActor init(cascade: Cascade) {
    self.cascade = cascade
    parent = cascade.node
  }
}
