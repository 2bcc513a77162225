/// Identifies effects for `.cancel(id:)`: an id, and the feature that gave the id to the effects.
///
/// The ledger, which knows the effects in flight, lists each effect under its cancel ids. A feature
/// gives an id with `cancellable(id:)`, to its own effects or to effects of features below it. A
/// cancel in a feature reaches only effects that were given the id in that feature or below it.
package struct CancelID: Hashable, Sendable {
  package let id: AnyID
  /// The path of the feature that gave the id: the effect's feature, or one above it.
  package let path: PathTable.ID

  package init(_ id: AnyID, at path: PathTable.ID) {
    self.id = id
    self.path = path
  }
}
