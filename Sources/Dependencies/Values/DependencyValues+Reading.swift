extension DependencyValues {
  /// Those of the running test, outside of all scopes in it; `nil` without a test, and where they
  /// are in force.
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
  ///
  /// The result is not retained. It is valid while `self` is alive: the entry belongs to the chain,
  /// or to a table that the chain or its scope owns; the scopes of the process are never released.
  /// The same holds for the pointers in between: each object is owned by the one before.
  @usableFromInline
  func settledEntry(for key: ObjectIdentifier) -> Unmanaged<Entry>? {
    guard let newest = unsafe newest.map({ unsafe Unmanaged.passUnretained($0) }) else {
      return unsafe Self.settledEntry(for: key)
    }
    guard unsafe newest._withUnsafeGuaranteedRef({ $0.scope?.resolution == nil }) else {
      return nil
    }
    let settled = unsafe newest._withUnsafeGuaranteedRef { unsafe $0.settledEntry(for: key) }
    if let entry = unsafe settled { return unsafe entry }
    if let entry = unsafe Self.override(for: key, from: newest) { return unsafe entry }
    let found = unsafe Self.scopePointer(of: newest)._withUnsafeGuaranteedRef {
      unsafe $0.find(key)
    }
    guard let entry = unsafe found else { return nil }
    return unsafe entry._withUnsafeGuaranteedRef { $0.provenance == nil } ? unsafe entry : nil
  }

  /// The same without overrides; the result belongs to a static scope, which is never released.
  private static func settledEntry(for key: ObjectIdentifier) -> Unmanaged<Entry>? {
    let found = unsafe ProcessDependencies.scopePointer._withUnsafeGuaranteedRef {
      unsafe $0.find(key)
    }
    guard let entry = unsafe found else { return nil }
    let isSettled = unsafe entry._withUnsafeGuaranteedRef {
      $0.provenance?.isSettledWithoutOverrides != false
    }
    return isSettled ? unsafe entry : nil
  }

  /// The scope in force, valid as long as the chain.
  private static func scopePointer(of newest: Unmanaged<Entry>) -> Unmanaged<DependencyScope> {
    unsafe newest._withUnsafeGuaranteedRef { entry in
      unsafe entry.scope.map { unsafe Unmanaged.passUnretained($0) }
    } ?? ProcessDependencies.scopePointer
  }

  /// The override for a key in a chain.
  ///
  /// Not retained, but valid as long as the chain, which owns its links and the index at its end.
  private static func override(
    for key: ObjectIdentifier, from newest: Unmanaged<Entry>
  ) -> Unmanaged<Entry>? {
    var link = unsafe newest
    while true {
      if unsafe link._withUnsafeGuaranteedRef({ $0.key }) == key { return unsafe link }
      let next = unsafe link._withUnsafeGuaranteedRef { entry in
        unsafe entry.next.map { unsafe Unmanaged.passUnretained($0) }
      }
      guard let next = unsafe next else { break }
      unsafe link = next
    }
    let last = unsafe link
    guard unsafe last._withUnsafeGuaranteedRef({ $0.depth }) == 0 else { return nil }
    return unsafe last._withUnsafeGuaranteedRef { flattened in
      unsafe flattened.indexed(key).map { unsafe Unmanaged.passUnretained($0) }
    }
  }

  /// The value that these overrides set for a key, if any.
  func overrideValue<Key: TestDependencyKey>(for key: Key.Type) -> Key.Value? {
    guard let newest else { return nil }
    // Safe: `newest` keeps the chain alive.
    return unsafe Self.override(for: ObjectIdentifier(key), from: .passUnretained(newest))?
      ._withUnsafeGuaranteedRef { $0.value(for: key) }
  }

  /// The value for a key without a settled entry: creates it, records the read, and reports it.
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
        newest?.settle(entry)
      }
    }
    return entry.value(for: key)
  }
}
