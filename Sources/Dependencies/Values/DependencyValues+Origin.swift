extension DependencyValues {
  /// The values that a property keeps which is made now: those in force, unless keeping them would
  /// make a cycle or carry them somewhere else.
  @inlinable
  static var ofNewProperty: DependencyValues {
    let values = current
    return values.newest == nil ? values : values.keptByNewProperty
  }

  /// None while a value is created, which the scope owns, and while overrides are being set.
  @usableFromInline
  var keptByNewProperty: DependencyValues {
    scope.resolution?.isFinished == false || Self.isUpdating ? DependencyValues(newest: nil) : self
  }

  /// These values over those under which something was made.
  ///
  /// What both have in common comes last, whatever is overridden there. (Of more than 16 overrides
  /// nobody knows whether they are common: there the values in force come first.)
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

  /// The chain that begins here over another one; the same each time, as long as the other exists.
  fileprivate func merged(over older: Entry) -> Entry {
    merges.chain(over: older) { Flattened(self, over: older) }
  }
}
