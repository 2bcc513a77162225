/// The dependencies in force: a set of overrides, and below it the values that the keys declare.
///
/// Add a property for a key, to write `\.facts` for `FactClient.self`:
///
/// ```swift
/// extension DependencyValues {
///   var facts: FactClient {
///     get { self[FactClient.self] }
///     set { self[FactClient.self] = newValue }
///   }
/// }
/// ```
///
/// Copying is cheap: it is one reference. Copies share their overrides and do not see each other's
/// later ones.
public struct DependencyValues: Sendable {
  /// The newest override, or nil when nothing is overridden and no scope was begun.
  @usableFromInline var newest: Entry?

  @inlinable
  init(newest: Entry?) {
    self.newest = newest
  }

  /// The value for a key.
  ///
  /// Reading takes no lock once the value is made; it takes time in proportion to the number of
  /// overrides in force, up to a small limit. A place is only needed for reports; `@Dependency` and
  /// `withDependencies` give theirs. Making the value of a key that needs itself traps.
  @inlinable
  public subscript<Key: DependencyKey>(
    key: Key.Type,
    fileID fileID: StaticString = #fileID,
    line line: UInt = #line
  ) -> Key.Value {
    get {
      if let entry = unsafe settledEntry(for: ObjectIdentifier(key)) {
        return unsafe entry._withUnsafeGuaranteedRef { $0.value(for: key) }
      }
      return value(for: key, fileID: fileID, line: line)
    }
    set {
      let entry = Override<Key>(newValue, over: newest)
      newest = entry
      if entry.depth >= Entry.longestChain { flatten() }
    }
  }
}

extension Entry {
  /// The value of an entry that was found under a key, without a dynamic cast.
  ///
  /// Sound, because an entry with `ObjectIdentifier(Key.self)` as its key is an `Override<Key>`, whose two initializers
  /// are the only code that passes the identity of a `DependencyKey` type on, and `moved` keeps the class; or it is
  /// a placeholder, which has a remark that says so. Readers check it first.
  @inlinable
  func value<Key: DependencyKey>(for key: Key.Type) -> Key.Value {
    unsafe unsafeDowncast(self, to: Override<Key>.self).value
  }
}
