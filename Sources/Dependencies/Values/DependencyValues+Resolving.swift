// How the value that a key declares is created: once in a scope, and once more for each set of
// overrides that the value depends on. A resolution records what the code that creates the value
// reads.

extension DependencyValues {
  /// The entry with the value that the key declares; creates the value if there is none yet, or
  /// waits for the thread that is creating it.
  func resolvedEntry<Key: TestDependencyKey>(
    for key: Key.Type, readAt origin: SourceOrigin
  ) -> Entry {
    let identity = ObjectIdentifier(key)
    let origin = Self.reader(at: origin)
    while true {
      if let entry = existingEntry(for: identity) { return entry }
      let resolution = Resolution(key, readAt: origin)
      guard let other = scope.values.begin(resolution) else {
        defer { scope.values.end(resolution) }
        return existingEntry(for: identity) ?? resolve(key, resolution)
      }
      WaitGraph.wait(for: other) { text in
        log(LogMessage(level: .error, text: text, fileID: origin.fileID, line: origin.line))
      }
    }
  }

  /// The entry of an existing value that may be used under the current overrides: it depends on
  /// none of them, or was created from the same ones.
  private func existingEntry(for key: ObjectIdentifier) -> Entry? {
    for entry in scope.values.table.entries(for: key) {
      guard let provenance = entry.provenance else { return entry }
      if let owner = owner(ofValueFrom: provenance.needs) {
        let values = owner.resolvedValues
        if let resolved = values?.entry(for: key, needing: provenance.needs) { return resolved }
      } else if !provenance.isPlaceholder {
        return entry
      }
    }
    return nil
  }

  /// The newest override in this scope on which a value created from these keys depends.
  private func owner(ofValueFrom needs: Set<ObjectIdentifier>) -> Entry? {
    guard !needs.isEmpty else { return nil }
    let values = scope.values
    var link = newest
    while let entry = link, entry.values === values {
      if let owner = entry.owner(ofValueFrom: needs) { return owner }
      link = entry.next
    }
    return nil
  }

  /// Creates the value, and stores it in the newest override on which it depends, or else in the
  /// scope.
  private func resolve<Key: TestDependencyKey>(_ key: Key.Type, _ resolution: Resolution) -> Entry {
    ProcessDependencies.recordUse(in: scope)
    let value = resolution.run {
      ProcessDependencies.preparedValue(for: key) ?? declaredValue(of: key, resolution)
    }
    let needs = resolution.needs
    let missing = resolution.missing
    let provenance =
      needs.isEmpty && missing.isEmpty ? nil : Provenance(needs: needs, missing: missing)
    let entry = Override<Key>(value, next: nil, provenance: provenance)
    guard let owner = owner(ofValueFrom: needs) else {
      return scope.values.table.add(entry, provenance: provenance)
    }
    addPlaceholder(for: entry.key, needs)
    return owner.resolvedValuesForWriting.add(entry, provenance: provenance)
  }

  /// Adds an entry without a value (a placeholder) to the scope: it records on which keys the value
  /// of a key depends, so that readers check the overrides of these keys.
  private func addPlaceholder(for key: ObjectIdentifier, _ needs: Set<ObjectIdentifier>) {
    let table = scope.values.table
    guard table.entry(for: key, needing: needs) == nil else { return }
    let provenance = Provenance(needs: needs, isPlaceholder: true)
    let entry = Entry(key: key, next: nil, scope: nil, depth: 1, provenance: provenance)
    table.add(entry, provenance: provenance)
  }

  /// Creates the value that the key declares, under these overrides; the resolution records what
  /// this reads.
  private func declaredValue<Key: TestDependencyKey>(
    of key: Key.Type, _ resolution: Resolution
  ) -> Key.Value {
    let scope = scope.resolving(resolution)
    return DependencyValues(newest: Entry(beginning: scope, over: newest)).withValues {
      Self.withReader(nil) { key.declaredValue(in: scope.context) }
    }
  }
}

extension Entry {
  /// Makes an entry that begins another scope and overrides nothing.
  convenience init(beginning scope: DependencyScope, over next: Entry?) {
    self.init(
      key: DependencyScope.key, next: next, scope: scope, depth: (next?.depth ?? 0) + 1,
      provenance: nil)
  }
}
