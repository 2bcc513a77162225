/// An id by which an effect can be cancelled, with the feature that gave it.
///
/// That may be a feature above the one that returned the effect. A cancel in a feature means only what was given its id
/// there or below.
package struct CancelID: Hashable, Sendable {
  package let id: AnyID
  /// Where the id was given: that of the effect, or one above it.
  package let path: PathTable.ID

  package init(_ id: AnyID, at path: PathTable.ID) {
    self.id = id
    self.path = path
  }
}
