extension DependencyValues {
  /// The entry with the value that the key declares, made now if need be.
  func madeEntry<Key: DependencyKey>(for key: Key.Type, readAt place: Place) -> Entry {
    let identity = ObjectIdentifier(key)
    while true {
      if let entry = existingEntry(for: identity) { return entry }
      let making = Making(key, readAt: Self.reader(at: place))
      guard let other = frame.values.begin(making) else {
        defer { frame.values.end(making) }
        return existingEntry(for: identity) ?? make(key, making)
      }
      WaitGraph.wait(for: other.making, until: other.end) { text in
        log(LogMessage(level: .error, text: text, fileID: place.fileID, line: place.line))
      }
    }
  }

  /// A value that was made from the overrides in force, as far as it needs any.
  private func existingEntry(for key: ObjectIdentifier) -> Entry? {
    let table = frame.values.table
    let entries = table.entries(for: key)
    for entry in entries {
      guard let remark = entry.remark else { return entry }
      if let owner = owner(ofValueFrom: remark.needs) {
        if let made = owner.madeValues?.entry(for: key, needing: remark.needs) { return made }
      } else if !remark.isPlaceholder {
        return entry
      }
    }
    return nil
  }

  /// The newest override in this frame that a value made from these keys depends on.
  private func owner(ofValueFrom needs: Set<ObjectIdentifier>) -> Entry? {
    guard !needs.isEmpty else { return nil }
    let values = frame.values
    var link = newest
    while let entry = link, entry.values === values {
      if let owner = entry.owner(ofValueFrom: needs) { return owner }
      link = entry.next
    }
    return nil
  }

  private func make<Key: DependencyKey>(_ key: Key.Type, _ making: Making) -> Entry {
    if !frame.isScope { ProcessDependencies.noteUse() }
    let value = making.run {
      ProcessDependencies.preparedValue(for: key) ?? declaredValue(of: key, making)
    }
    let needs = making.needs
    let owner = owner(ofValueFrom: needs)
    let missing = making.missing
    let remark = needs.isEmpty && missing.isEmpty ? nil : Remark(needs: needs, missing: missing)
    let entry = Override<Key>(value, next: nil, remark: remark)
    guard let owner else { return frame.values.table.add(entry, remark: remark) }
    let placeholder = Remark(needs: needs, isPlaceholder: true)
    let made = owner.madeValuesForWriting.add(entry, remark: remark)
    let known = frame.values.table.entries(for: entry.key)
    if !known.contains(where: { $0.remark?.needs == needs }) {
      let note = Entry(key: entry.key, next: nil, frame: nil, depth: 1, remark: placeholder)
      frame.values.table.add(note, remark: placeholder)
    }
    return made
  }

  /// The value from the key, under these overrides and with a note of what it reads.
  private func declaredValue<Key: DependencyKey>(of key: Key.Type, _ making: Making) -> Key.Value {
    let frame = frame.making(making)
    return DependencyValues(newest: Entry(beginning: frame, over: newest)).withValues {
      Self.withReader(nil) { key.declaredValue(in: frame.context) }
    }
  }
}

extension Entry {
  /// An entry that begins another frame and overrides nothing.
  convenience init(beginning frame: Frame, over next: Entry?) {
    self.init(
      key: Frame.key, next: next, frame: frame, depth: (next?.depth ?? 0) + 1, remark: nil)
  }
}
