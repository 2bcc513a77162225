// How a read finds the value for a key. `existingEntry` finds an override, or a value that was
// created before, if the keys that it was created from still have the same overrides. Otherwise
// `value(for:fileID:line:)` creates the value.

extension DependencyValues {
  /// The values of the running test outside all of its scopes.
  ///
  /// Used by a key whose value all scopes of a test share: the key creates its value here. `nil`
  /// outside a test, and if these values are in force already.
  package static var ofRunningTest: DependencyValues? {
    let outer = DependencyValues(overrides: nil)
    return outer.context == .test && current.scope !== outer.scope ? outer : nil
  }

  /// The scope in force.
  var scope: DependencyScope { overrides?.scope ?? ProcessDependencies.scope }

  /// The creation whose code runs under these values, which records what is read; nil once the
  /// value exists.
  var creation: Creation? { overrides?.creation.flatMap { $0.isFinished ? nil : $0 } }

  /// The override or the created value for a key, if a read needs nothing else.
  ///
  /// Nil if there is none yet, and if the read must be reported because a value was missing. Also
  /// nil for all code that runs under the values of a creation: while the creation is in progress,
  /// it records the read.
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

  /// The override or the prepared value for a key, if any.
  @usableFromInline
  func entryIfSet(for key: ObjectIdentifier) -> FoundValue? {
    (overrides?.find(key) ?? ProcessDependencies.prepared(key)).map { .override($0) }
  }

  /// The value for a key for which `existingEntry` is nil.
  ///
  /// Creates the value if there is none, records the read for the value that is being created, if
  /// any, and reports missing values.
  @usableFromInline
  func value<Key: TestDependencyKey>(
    for key: Key.Type, fileID: StaticString, line: UInt
  ) -> Key.Value {
    let creation = creation
    creation?.record(CollectionOfOne(ObjectIdentifier(key)))
    if let value = overrideValue(for: key) { return value }
    // For reports: in a test, the line of `@Dependency` if it is known; otherwise, this line.
    let origin = Self.reader(at: SourceOrigin(fileID: fileID, line: line))
    let created = createdValue(for: key, readAt: origin)
    // A value that is created from this one also needs the keys that this one was created from.
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
        // No other thread is creating the value now. One may have done so since the check above.
        defer { scope.end(creation) }
        return scope.value(of: creation.id, under: overrides) ?? create(key, creation, in: scope)
      }
      // Another thread creates a value, possibly under other overrides: check again afterwards. The
      // closure gets the text about a long wait.
      other.wait { report($0, at: origin) }
    }
  }

  /// Creates the value of a key, outside every lock, and keeps it.
  ///
  /// A prepared value is used as it is; otherwise the key declares the value.
  private func create<Key: TestDependencyKey>(
    _ key: Key.Type, _ creation: Creation, in scope: DependencyScope
  ) -> CreatedValue {
    // `prepareDependencies` must precede all uses: a later call is refused.
    ProcessDependencies.recordUse(in: scope)
    let inner = Overrides(overrides?.all ?? [:], scope: scope, creation: creation)
    let value = creation.run {
      valueIfSet(for: key)
        ?? DependencyValues(overrides: inner).withValues {
          // `reader` is the line that reads this key. Without it, reads by the declared value are
          // reported at their own lines.
          Self.reader.withValue(nil) { key.declaredValue(in: scope.context) }
        }
    }
    let created = Created<Key>(value, from: creation.reads, under: overrides, in: scope)
    scope.keep(created, of: creation.id, under: overrides)
    return created
  }
}

/// The object that has the value for a key: an override, or a created value.
@usableFromInline
enum FoundValue {
  case override(Overrides)
  case created(CreatedValue)

  /// The value, without a dynamic cast; `key` must be the key under which the object was found.
  ///
  /// Sound, because only the initializers of `Override<Key>` and `Created<Key>` pass
  /// `ObjectIdentifier(Key.self)` as a key, so an object found under `key` has that type.
  @inlinable
  func value<Key: TestDependencyKey>(for key: Key.Type) -> Key.Value {
    switch self {
    case .override(let override): unsafe unsafeDowncast(override, to: Override<Key>.self).value
    case .created(let created): unsafe unsafeDowncast(created, to: Created<Key>.self).value
    }
  }
}
