import RatchetDependencies

/// The name of a value that features share: in one store, between stores, and through a file with
/// other processes.
///
/// ```swift
/// extension SharedKey where Value == Settings {
///   static var settings: Self {
///     SharedKey("settings", default: Settings(), in: .file("settings.json"))
///   }
/// }
/// ```
///
/// One field of a store's state has the value: ``Reducer/kept(_:in:changed:fileID:line:)`` declares
/// this field. All other features read the value with ``SharedReader`` and change it with
/// ``Effect/change(_:fileID:line:_:)``. A name stands for one value of one type, which is kept in
/// one location.
public struct SharedKey<Value: Equatable & Sendable>: Sendable {
  /// Merges two changes of the same value.
  ///
  /// - Parameters:
  ///   - base: The value before both changes.
  ///   - mine: The value after the change of this store.
  ///   - theirs: The value after the other change.
  public typealias Merge = @Sendable (_ base: Value, _ mine: Value, _ theirs: Value) -> Value

  /// The name of the value in a storage.
  public let name: String

  /// The value where neither the storage nor an initial state has one.
  public let defaultValue: Value

  let location: SharedLocation<Value>
  /// `nil` for the default.
  let merge: Merge?
  /// Where the key was made, for reports about it.
  let origin: SourceOrigin

  /// Creates a key.
  ///
  /// - Parameters:
  ///   - name: The name under which a storage has the value.
  ///   - defaultValue: The value where neither the storage nor an initial state has one.
  ///   - location: Where the value is kept.
  ///   - merge: Merges two changes of the same value. By default, a `Codable` value is merged part
  ///     by part, as it is encoded: objects by member; an ``IdentifiedArray``, and any list whose
  ///     elements have a member `id`, by element; everything else as a whole. For a part that both
  ///     have changed, `mine` wins; what a reducer set before the file had been read gives way to
  ///     the file. Any other value is a whole, except an ``IdentifiedArray``.
  ///   - fileID: The file to which reports about the key refer.
  ///   - line: The line to which they refer.
  public init(
    _ name: String, default defaultValue: Value, in location: SharedLocation<Value>,
    merge: Merge? = nil, fileID: StaticString = #fileID, line: UInt = #line
  ) {
    self.name = name
    self.defaultValue = defaultValue
    self.location = location
    self.merge = merge
    origin = SourceOrigin(fileID: fileID, line: line)
  }
}

extension SharedKey {
  /// Reads the file of the key, if it has one, for stores that are created afterward.
  ///
  /// Uses the caller's `\.sharedStorage`. Errors are reported as when a store reads the file.
  ///
  /// - Returns: The value that the storage has, or the key's default.
  @discardableResult
  public func load() async -> Value {
    guard let entry = DependencyValues.current.sharedStorage.acceptedEntry(of: self) else {
      return defaultValue
    }
    await entry.startReading()?.value
    return entry.current.value ?? defaultValue
  }
}
