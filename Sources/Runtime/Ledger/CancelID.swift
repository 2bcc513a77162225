/// An id by which an effect can be cancelled, and the feature that gave it.
///
/// That may be a feature above the one that returned the effect. A cancel in a feature reaches only
/// effects that were given the id there or below.
package struct CancelID: Hashable, Sendable {
  package let id: AnyID
  /// The path that gave the id: that of the effect's feature, or one above it.
  package let path: PathTable.ID

  package init(_ id: AnyID, at path: PathTable.ID) {
    self.id = id
    self.path = path
  }
}
