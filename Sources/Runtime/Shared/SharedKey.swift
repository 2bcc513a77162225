import RatchetDependencies

/// The name of a value that features share: in one store, between stores, and through a file or a
/// database with other processes.
///
/// ```swift
/// extension SharedKey where Value == Settings {
///   static var settings: Self {
///     SharedKey("settings", default: Settings(), in: .file("settings.json"))
///   }
/// }
/// ```
///
/// One field of a store's state holds the value: ``Reducer/kept(_:in:changed:fileID:line:)``
/// declares this field. All other features read the value with ``SharedReader`` and change it with
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

  /// The value if neither the storage nor an initial state provides one.
  public let defaultValue: Value

  let location: SharedLocation<Value>
  /// The closure that was given to `init`; without one, values are merged part by part.
  let merge: Merge?
  /// Where the key was made, for reports about it.
  let origin: SourceOrigin

  /// Creates a key.
  ///
  /// - Parameters:
  ///   - name: The name under which the value is stored.
  ///   - defaultValue: The value if neither the storage nor an initial state provides one.
  ///   - location: Where the value is kept.
  ///   - merge: Merges two changes of the same value. By default, a `Codable` value is merged part
  ///     by part, as it is encoded: objects by member; an ``IdentifiedArray``, and any list whose
  ///     elements have a member `id`, by element; everything else as a whole. If both sides changed
  ///     the same part, `mine` wins, unless `mine` only reorders a list without ids: it may encode
  ///     a set, whose order means nothing. A value that is not `Codable` is merged as a whole,
  ///     except an ``IdentifiedArray``.
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
  /// Reads the value, for stores that are created afterward.
  ///
  /// A store reads a value in memory, or in a file of usual size, when it is created. Call this
  /// first only for a large file, which is then read off the main actor, or for a backend that
  /// cannot answer at once. Errors are reported as when a store reads the value.
  ///
  /// - Parameter storage: The storage that these stores use; by default, the caller's
  ///   `\.sharedStorage`. Pass the one that a store sets in its `withDependencies`.
  /// - Returns: The stored value, or the key's default.
  @discardableResult
  public func load(in storage: SharedStorage? = nil) async -> Value {
    let storage = storage ?? DependencyValues.current.sharedStorage
    if !storage.isInMemory { await beginReading(in: storage) }
    guard let entry = storage.acceptedEntry(of: self) else { return defaultValue }
    await entry.settle()
    return entry.current.value ?? defaultValue
  }

  /// Makes the storage's entry for the key off the main actor: making it reads the file.
  @concurrent private func beginReading(in storage: SharedStorage) async {
    _ = storage.acceptedEntry(of: self)
  }
}
