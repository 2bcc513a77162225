// How a read finds the value for a key: an override, or a value that was created before under the
// same overrides of what it needs (`existingEntry`); otherwise `value(for:fileID:line:)` creates
// the value.

extension DependencyValues {
  /// The values of the running test outside of all scopes, from which all scopes of the test share
  /// a value; `nil` outside a test, and where no scope has begun.
  package static var ofRunningTest: DependencyValues? {
    let outer = DependencyValues(overrides: nil)
    return outer.context == .test && current.scope !== outer.scope ? outer : nil
  }

  /// The scope in force.
  var scope: DependencyScope { overrides?.scope ?? ProcessDependencies.scope }

  /// The creation that runs under these values, until it has finished: it records what is read.
  var creation: Creation? { overrides?.creation.flatMap { $0.isFinished ? nil : $0 } }

  /// The entry for a key if it exists.
  ///
  /// Nil for reads that must be reported, or recorded because they happen while another value is
  /// being created.
  @usableFromInline
  func existingEntry(for key: ObjectIdentifier) -> FoundValue? {
    if let overrides {
      if overrides.creation != nil { return nil }
      if let override = overrides.find(key) { return .override(override) }
    }
    guard let created = scope.value(of: key, under: overrides), created.missing.isEmpty else {
      return nil
    }
    return .created(created)
  }

  /// The value that these overrides set for a key, if any.
  func overrideValue<Key: TestDependencyKey>(for key: Key.Type) -> Key.Value? {
    (overrides?.find(ObjectIdentifier(key))).map { FoundValue.override($0).value(for: key) }
  }

  /// The value that these overrides or a preparation set for a key, if any; unlike a read, creates
  /// no value, and does not count as a use.
  @inlinable
  package func valueIfSet<Key: TestDependencyKey>(for key: Key.Type) -> Key.Value? {
    entryIfSet(for: ObjectIdentifier(key))?.value(for: key)
  }

  @usableFromInline
  func entryIfSet(for key: ObjectIdentifier) -> FoundValue? {
    (overrides?.find(key) ?? ProcessDependencies.prepared(key)).map { .override($0) }
  }

  /// The value for a key without an existing entry: creates the value if there is none, records the
  /// read for a value that is being created, and reports missing values.
  @usableFromInline
  func value<Key: TestDependencyKey>(
    for key: Key.Type, fileID: StaticString, line: UInt
  ) -> Key.Value {
    let creation = creation
    creation?.record(CollectionOfOne(ObjectIdentifier(key)))
    if let value = overrideValue(for: key) { return value }
    let origin = Self.reader(at: SourceOrigin(fileID: fileID, line: line))
    let created = createdValue(for: key, readAt: origin)
    creation?.record(created.needs.keys)
    if !created.missing.isEmpty { report(created.missing, readAt: origin, during: creation) }
    return FoundValue.created(created).value(for: key)
  }

  /// The value that the key declares; creates it if there is none yet, or waits for the thread that
  /// is creating it.
  private func createdValue<Key: TestDependencyKey>(
    for key: Key.Type, readAt origin: SourceOrigin
  ) -> CreatedValue {
    let scope = scope
    while true {
      if let value = scope.value(of: ObjectIdentifier(key), under: overrides) { return value }
      let creation = Creation(key, readAt: origin)
      guard let other = scope.begin(creation) else {
        // No other thread is creating the value.
        defer { scope.end(creation) }
        return scope.value(of: creation.id, under: overrides) ?? create(key, creation, in: scope)
      }
      other.wait { report($0, at: origin) }
    }
  }

  /// Creates the value of a key, outside every lock, and keeps it in the scope.
  private func create<Key: TestDependencyKey>(
    _ key: Key.Type, _ creation: Creation, in scope: DependencyScope
  ) -> CreatedValue {
    ProcessDependencies.recordUse(in: scope)
    let inner = Overrides(overrides?.all ?? [:], scope: scope, creation: creation)
    let value = creation.run {
      valueIfSet(for: key)
        ?? DependencyValues(overrides: inner).withValues {
          // Reads by the declared value are reported at their own lines.
          Self.reader.withValue(nil) { key.declaredValue(in: scope.context) }
        }
    }
    let created = Created<Key>(value, from: creation.reads, under: overrides, in: scope)
    scope.keep(created, of: creation.id, under: overrides)
    return created
  }
}

/// Where the value for a key was found.
@usableFromInline
enum FoundValue {
  case override(Overrides)
  case created(CreatedValue)

  /// The value of an entry that was found under a key, without a dynamic cast.
  ///
  /// Sound, because only the initializers of `Override<Key>` and `Created<Key>` pass
  /// `ObjectIdentifier(Key.self)` as a key.
  @inlinable
  func value<Key: TestDependencyKey>(for key: Key.Type) -> Key.Value {
    switch self {
    case .override(let override): unsafe unsafeDowncast(override, to: Override<Key>.self).value
    case .created(let created): unsafe unsafeDowncast(created, to: Created<Key>.self).value
    }
  }
}
