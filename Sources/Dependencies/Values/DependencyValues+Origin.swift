extension DependencyValues {
  /// The values that a new `@Dependency` property keeps (its origin): those in force, unless
  /// keeping them would make a reference cycle, or carry them to code that they are not meant for.
  ///
  /// Only a property of an object uses its origin: the object may be called later, when other
  /// values are in force.
  @inlinable
  static var ofNewProperty: DependencyValues {
    let values = current
    return values.overrides == nil ? values : values.keptByNewProperty
  }

  /// These values; or empty values while a value is being created, because the scope in these
  /// values will own that value, and while overrides are being set.
  @usableFromInline
  var keptByNewProperty: DependencyValues {
    creation != nil || Self.isUpdating ? DependencyValues(overrides: nil) : self
  }

  /// These values, and what was set only where an object was made (its origin).
  ///
  /// If both set a key, these values win, unless the origin's override was made inside them and is
  /// therefore more specific. The same applies to scopes.
  @inlinable @inline(__always)
  func over(_ origin: DependencyValues) -> DependencyValues {
    guard let older = origin.overrides, older !== overrides else { return self }
    return merged(over: older)
  }

  @usableFromInline
  func merged(over older: Overrides) -> DependencyValues {
    guard let newer = overrides else { return DependencyValues(overrides: older) }
    let all = older.all.merging(newer.all) { old, new in
      old.age.replaces(new.age) ? old : new
    }
    var scope = newer.scope ?? older.scope
    if let old = older.scope, let new = newer.scope, old.age.replaces(new.age) { scope = old }
    return DependencyValues(
      overrides: Overrides(all, scope: scope, creation: newer.creation))
  }
}
