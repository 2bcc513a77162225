extension DependencyValues {
  /// The values that a new `@Dependency` property keeps (its origin), usually the ones in force.
  ///
  /// Only a property of an object uses its origin: the object may be called later, when other
  /// values are in force.
  @inlinable
  static var ofNewProperty: DependencyValues {
    let values = current
    return values.overrides == nil ? values : values.keptByNewProperty
  }

  /// The origin of a property that is made under these values, which have overrides or a scope.
  ///
  /// The origin is empty in two cases. While a value is being created, the scope will own that
  /// value, so a value that keeps the scope would be a reference cycle. While overrides are being
  /// set, a `static let` that is initialized then would carry the overrides to other code.
  @usableFromInline
  var keptByNewProperty: DependencyValues {
    creation != nil || Self.isUpdating ? DependencyValues(overrides: nil) : self
  }

  /// These values, and what was set only where an object was made (its origin).
  ///
  /// If both set a key, these values win, unless the origin's override has replaced theirs: then
  /// the object was made inside a `withDependencies` that had changed the value. The same applies
  /// to scopes.
  @inlinable @inline(__always)
  func over(_ origin: DependencyValues) -> DependencyValues {
    guard let kept = origin.overrides, kept !== overrides else { return self }
    return merged(over: kept)
  }

  /// Merges the overrides and the scopes for `over(_:)`; `origin` has those that the object keeps.
  @usableFromInline
  func merged(over origin: Overrides) -> DependencyValues {
    guard let inForce = overrides else { return DependencyValues(overrides: origin) }
    let all = origin.all.merging(inForce.all) { kept, new in
      kept.age.replaces(new.age) ? kept : new
    }
    var scope = inForce.scope ?? origin.scope
    if let kept = origin.scope, let new = inForce.scope, kept.age.replaces(new.age) { scope = kept }
    return DependencyValues(
      overrides: Overrides(all, scope: scope, creation: inForce.creation))
  }
}
