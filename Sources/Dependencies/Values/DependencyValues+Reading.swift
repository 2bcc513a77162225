// How a read finds the value for a key: first an override, or a value that was created before and
// can be used as it is (`knownEntry`); otherwise `value(for:fileID:line:)` creates the value.

extension DependencyValues {
  /// The values of the running test outside all of its scopes, for a value that all scopes of the
  /// test share; `nil` without a test, and where these values are in force.
  package static var ofRunningTest: DependencyValues? {
    let outer = DependencyValues(newest: nil)
    let isInForce = current.scope.values === outer.scope.values
    return outer.context == .test && !isInForce ? outer : nil
  }

  /// The scope in force.
  var scope: DependencyScope { newest?.scope ?? ProcessDependencies.scope }

  /// The entry for a key if it can be used as it is.
  ///
  /// That is an override, or an existing value that applies to these overrides. Nil for reads that
  /// must be reported, or recorded because they happen while another value is being created.
  @usableFromInline
  func knownEntry(for key: ObjectIdentifier) -> Entry? {
    guard let newest else {
      let entry = ProcessDependencies.scope.values.table.find(key)
      return entry?.provenance?.appliesWithoutOverrides == false ? nil : entry
    }
    if newest.scope?.resolution != nil { return nil }
    if let entry = newest.knownEntry(for: key) ?? newest.override(for: key) { return entry }
    let entry = newest.values.table.find(key)
    return entry?.provenance == nil ? entry : nil
  }

  /// The value that these overrides set for a key, if any.
  func overrideValue<Key: TestDependencyKey>(for key: Key.Type) -> Key.Value? {
    newest?.override(for: ObjectIdentifier(key))?.value(for: key)
  }

  /// The value for a key without a known entry: creates the value if there is none, records the
  /// read for a value that is being created, and reports missing values.
  @usableFromInline
  func value<Key: TestDependencyKey>(
    for key: Key.Type, fileID: StaticString, line: UInt
  ) -> Key.Value {
    let identity = ObjectIdentifier(key)
    let resolution = scope.resolution.flatMap { $0.isFinished ? nil : $0 }
    resolution?.recordRead(of: CollectionOfOne(identity))
    if let value = overrideValue(for: key) { return value }
    let origin = SourceOrigin(fileID: fileID, line: line)
    let entry = resolvedEntry(for: key, readAt: origin)
    if let provenance = entry.provenance {
      resolution?.recordRead(of: provenance.needs)
      if !provenance.missing.isEmpty {
        report(provenance.missing, readAt: origin, during: resolution)
      } else if resolution == nil {
        newest?.keepKnown(entry)
      }
    }
    return entry.value(for: key)
  }
}

extension Entry {
  /// The override for a key in the chain that begins here.
  fileprivate func override(for key: ObjectIdentifier) -> Entry? {
    var link = self
    while link.key != key {
      guard let next = link.next else { return link.indexed(key) }
      link = next
    }
    return link
  }
}
