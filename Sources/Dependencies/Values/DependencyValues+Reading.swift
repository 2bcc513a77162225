extension DependencyValues {
  /// The frame in force.
  var frame: Frame { newest?.frame ?? ProcessDependencies.frame }

  /// The entry for a key if it can be used as it is: an override, or a value that was made, holds for these
  /// overrides, is not to be reported, and is not read by another one being made.
  ///
  /// The result is not retained. It is sound to use it while `self` is alive: the entry belongs to the
  /// chain, or to a table that the chain or its frame owns; the frames of the process are never released.
  @usableFromInline
  func settledEntry(for key: ObjectIdentifier) -> Unmanaged<Entry>? {
    guard let newest = unsafe newest.map({ unsafe Unmanaged.passUnretained($0) }) else {
      return unsafe Self.settledEntry(for: key)
    }
    guard unsafe newest._withUnsafeGuaranteedRef({ $0.frame?.making == nil }) else { return nil }
    let settled = unsafe newest._withUnsafeGuaranteedRef { unsafe $0.settledEntry(for: key) }
    if let entry = unsafe settled { return unsafe entry }
    if let entry = unsafe Self.override(for: key, from: newest) { return unsafe entry }
    let found = unsafe Self.framePointer(of: newest)._withUnsafeGuaranteedRef {
      unsafe $0.find(key)
    }
    guard let entry = unsafe found else { return nil }
    return unsafe entry._withUnsafeGuaranteedRef { $0.remark == nil } ? unsafe entry : nil
  }

  /// The same where nothing is overridden.
  private static func settledEntry(for key: ObjectIdentifier) -> Unmanaged<Entry>? {
    let found = unsafe ProcessDependencies.framePointer._withUnsafeGuaranteedRef {
      unsafe $0.find(key)
    }
    guard let entry = unsafe found else { return nil }
    let isSettled = unsafe entry._withUnsafeGuaranteedRef {
      $0.remark?.isSettledWithoutOverrides != false
    }
    return isSettled ? unsafe entry : nil
  }

  private static func framePointer(of newest: Unmanaged<Entry>) -> Unmanaged<Frame> {
    unsafe newest._withUnsafeGuaranteedRef { entry in
      unsafe entry.frame.map { unsafe Unmanaged.passUnretained($0) }
    } ?? ProcessDependencies.framePointer
  }

  /// The override for a key in a chain, not retained; valid as long as the chain.
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

  /// The value that these overrides set for a key, or nil when they do not.
  func overrideValue<Key: DependencyKey>(for key: Key.Type) -> Key.Value? {
    guard let newest else { return nil }
    return unsafe Self.override(for: ObjectIdentifier(key), from: .passUnretained(newest))?
      ._withUnsafeGuaranteedRef { $0.value(for: key) }
  }

  /// The value for a key, with all that `settledEntry` leaves out: making it, taking note, reporting.
  @usableFromInline
  func value<Key: DependencyKey>(for key: Key.Type, fileID: StaticString, line: UInt) -> Key.Value {
    let identity = ObjectIdentifier(key)
    let making = frame.making.flatMap { $0.isFinished ? nil : $0 }
    making?.noteRead(of: CollectionOfOne(identity))
    if let value = overrideValue(for: key) { return value }
    let place = Place(fileID: fileID, line: line)
    let entry = madeEntry(for: key, readAt: place)
    if let remark = entry.remark {
      making?.noteRead(of: remark.needs)
      if !remark.missing.isEmpty {
        note(remark.missing, readAt: place, during: making)
      } else if making == nil {
        newest?.settle(entry)
      }
    }
    return entry.value(for: key)
  }
}
