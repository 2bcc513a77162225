extension DependencyValues {
  /// The values that a new `@Dependency` property keeps (its origin): those in force, unless
  /// keeping them would make a reference cycle, or carry them to code that they are not meant for.
  ///
  /// Only a property of an object uses its origin: the object may be called later, when other
  /// values are in force.
  @inlinable
  static var ofNewProperty: DependencyValues {
    let values = current
    return values.newest == nil ? values : values.keptByNewProperty
  }

  /// These values; or empty values while a value is being created, because the scope in these
  /// values will own that value, and while overrides are being set.
  @usableFromInline
  var keptByNewProperty: DependencyValues {
    scope.resolution?.isFinished == false || Self.isUpdating ? DependencyValues(newest: nil) : self
  }

  /// These values merged with the values under which an object was made.
  ///
  /// Overrides common to both have the lowest precedence. (Beyond 16 overrides it is unknown which
  /// are common: there the values in force take precedence.)
  @inlinable @inline(__always)
  func over(_ origin: DependencyValues) -> DependencyValues {
    origin.newest == nil || origin.newest === newest ? self : merged(over: origin)
  }

  @usableFromInline
  func merged(over origin: DependencyValues) -> DependencyValues {
    guard let older = origin.newest else { return self }
    guard let newest, !older.isBuilt(on: newest) else { return origin }
    return newest.isBuilt(on: older) ? self : DependencyValues(newest: newest.merged(over: older))
  }
}

extension Entry {
  /// Whether the chain that begins here contains another one.
  fileprivate func isBuilt(on other: Entry) -> Bool {
    var link: Entry? = self
    while let entry = link {
      if entry === other { return true }
      link = entry.next
    }
    return false
  }

  /// Merges the chain that begins here with an older one; gives the same result each time while the
  /// older one exists.
  fileprivate func merged(over older: Entry) -> Entry {
    merges.chain(over: older) { Flattened(self, over: older) }
  }
}
