public import RatchetDependencies

/// Holds the values of shared keys, for all stores that use the same storage.
///
/// The stores of a program use the same storage, ``live``. Each test has its own storage for all
/// its stores, which begins empty and is in memory, whatever the location of a key. A test makes a
/// change from outside with one call:
///
/// ```swift
/// store.dependencies.sharedStorage.change(.settings) { $0.size = 2 }
/// await store.receive(.settingsChanged) { $0.settings.size = 2 }
/// ```
public struct SharedStorage: Sendable {
  private struct Content: Sendable {
    /// The entries by name: an entry has the value of one key.
    var entries: [String: any AnySharedEntry] = [:]
    /// The names of the keys that were refused: each is reported once.
    var refused: Set<String> = []
  }

  /// Identifies a storage: copies of the struct share it, `copy()` makes a new one.
  private final class Identity: Sendable {}

  /// Does not retain the storage.
  private struct WeakIdentity { weak var identity: Identity? }

  /// For each location outside of the process, by its identity, the storage that used it first.
  private static let owners = Locked<[String: WeakIdentity]>([:])

  private let identity = Identity()
  private let content = Locked(Content())
  private let claims = SharedClaims()
  /// Called when something goes wrong with a backend; `nil` in a storage in memory.
  private let report: Report?

  /// A closure that receives the error and the line that made the key.
  typealias Report = @Sendable (SharedStorageError, SourceOrigin) -> Void

  private init(report: Report?) {
    self.report = report
  }

  /// Makes an empty storage in memory, whatever the location of a key.
  public init() {
    self.init(report: nil)
  }

  /// The storage of the program: in memory, in files, and in other backends.
  ///
  /// Errors are logged, with the line that made the key. So are changes that are not saved
  /// when the process exits.
  public static let live: SharedStorage = {
    whenProcessExits {
      for entry in SharedStorage.live.entries { entry.reportUnsaved() }
    }
    return SharedStorage { error, origin in
      RatchetDependencies.report(error.description, fileID: origin.file, line: origin.line)
    }
  }()

  /// Makes a storage in memory, in files, and in other backends.
  ///
  /// Unlike ``live``, it does not report changes that are not saved when the process exits: save
  /// them with `drain(within:)` or ``flush()``, which reports what fails.
  ///
  /// - Parameter onError: Is called on any thread when something goes wrong with a file or
  ///   another backend.
  /// - Returns: The storage.
  public static func files(
    onError: @escaping @Sendable (SharedStorageError) -> Void
  ) -> SharedStorage {
    SharedStorage { error, _ in onError(error) }
  }

  /// Identifies the storage.
  var id: ObjectIdentifier { ObjectIdentifier(identity) }

  /// Whether all values are only in memory, whatever the location of a key.
  var isInMemory: Bool { report == nil }

  func isSame(as other: SharedStorage) -> Bool { id == other.id }

  /// A storage in memory with the same values, for a test that runs several times from there.
  package func copy() -> SharedStorage { copy { $0.copy() } }

  /// A storage in memory with what a program finds when it starts again: the values of the keys
  /// that are in files or other backends.
  ///
  /// For a test of a restart, which makes a second store with this storage:
  ///
  /// ```swift
  /// let restarted = withDependencies {
  ///   $0.sharedStorage = store.dependencies.sharedStorage.restarted(afterCrash: true)
  /// } operation: {
  ///   TestStore(initialState: Counter.State()) { Counter() }
  /// }
  /// ```
  ///
  /// - Parameter isCrash: Whether the program was killed. Changes are then lost, unless ``flush()``
  ///   has saved them, or half a second has passed on the test's clock since the last of them, or
  ///   five seconds since the first.
  /// - Returns: The storage, which has its own values from now on.
  public func restarted(afterCrash isCrash: Bool = false) -> SharedStorage {
    copy { $0.restarted(afterCrash: isCrash) }
  }

  /// Makes a storage in memory with the entries that `copyEntry` returns for those of this one.
  private func copy(
    _ copyEntry: (any AnySharedEntry) -> (any AnySharedEntry)?
  ) -> SharedStorage {
    let copy = SharedStorage()
    let entries = content.withLock { $0.entries }.compactMapValues(copyEntry)
    copy.content.withLock { $0.entries = entries }
    return copy
  }

  /// Removes all values, if this storage is in memory; otherwise, does nothing.
  ///
  /// Called when a feature with its own storage leaves the state.
  func removeAll() {
    if !isInMemory { return }
    for entry in entries { entry.removeValue() }
  }

  /// Ends the storage in memory of one element of a collection, when the element leaves the state.
  func end() {
    removeAll()
    for entry in entries { entry.endListeners() }
    // A storage that is made later may get the same id.
    DependencyValues.current[SharedReadsKey.self]?.forget(self)
  }

  /// The value of a key; `nil` if it was never set.
  ///
  /// The first use of a key reads its file, or another backend that answers at once; to read one
  /// that does not, first call ``SharedKey/load(in:)``.
  public func value<Value>(of key: SharedKey<Value>) -> Value? {
    acceptedEntry(of: key)?.current.value
  }

  /// Changes the value of a key; all stores of this storage treat it as a change from outside.
  ///
  /// Can be called on any thread. The closure is called again if another thread changes the value
  /// at the same time.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - update: Changes the value, or the key's default if there is none.
  public func change<Value>(_ key: SharedKey<Value>, _ update: (inout Value) -> Void) {
    acceptedEntry(of: key)?.change(under: .current) { value, _ in update(&value) }
  }

  /// Saves all unsaved changes now, in all files and other backends at the same time.
  ///
  /// An error in one neither stops nor delays the others. In a test, whose storage is in memory, it
  /// returns at once.
  ///
  /// - Returns: The errors of the values that were not saved.
  @discardableResult
  public func flush() async -> [SharedStorageError] {
    await entries.flush()
  }

  /// The entries of all keys, in the order of their names.
  var entries: [any AnySharedEntry] {
    content.withLock { content in
      content.entries.sorted { $0.key < $1.key }.map { $0.value }
    }
  }

  /// Returns the entry of a key, which the first call makes; returns `nil` if the key is refused,
  /// because another key has its name or its location.
  ///
  /// Passes the reason to `report`, once for each name.
  func acceptedEntry<Value>(
    of key: SharedKey<Value>,
    orReport report: (String, SourceOrigin) -> Void = {
      RatchetDependencies.report($0, fileID: $1.file, line: $1.line)
    }
  ) -> SharedEntry<Value>? {
    do throws(SharedKeyMisuse) {
      let known = content.withLock { $0.entries[key.name] }
      let entry = if let known { known } else { try add(key) }
      guard let entry = entry as? SharedEntry<Value>,
        entry.key.location.outside?.name == key.location.outside?.name
      else { throw .sameName }
      return entry
    } catch {
      let isFirst = content.withLock { $0.refused.insert(key.name).inserted }
      if isFirst { report(error.text(key), key.origin) }
      return nil
    }
  }

  /// Makes the entry of a key, unless another thread has just made it.
  private func add<Value>(
    _ key: SharedKey<Value>
  ) throws(SharedKeyMisuse) -> any AnySharedEntry {
    let outside = key.location.outside
    let locationID = outside?.identity()
    if let locationID, let other = claims.claim(locationID, for: key.name) {
      throw .sameLocation(other: other)
    }
    let new: SharedEntry<Value>
    if let report, let outside, let locationID {
      reportOtherStorage(with: key, at: locationID)
      new = SharedEntry(key, outside.backend(key, claims, report), report: report)
      new.readFirst()
    } else {
      new = SharedEntry(key)
    }
    let known = content.withLock { content in
      let known = content.entries[key.name]
      content.entries[key.name] = known ?? new
      return known
    }
    if known == nil { new.begin() }
    return known ?? new
  }

  /// Reports a second storage of the process that uses the same backend: probably, one of the two
  /// was chosen by mistake.
  ///
  /// Not in a test, which may use several storages to stand for several processes.
  private func reportOtherStorage(
    with key: SharedKey<some Any>, at locationID: String
  ) {
    let owner = Self.owners.withLock { owners in
      if let owner = owners[locationID]?.identity { return owner }
      owners[locationID] = WeakIdentity(identity: identity)
      return identity
    }
    if owner === identity || DependencyValues.current.context == .test { return }
    SharedKeyMisuse.secondStorage.report(key)
  }
}

extension DependencyValues {
  /// The storage of shared keys: the program's, or in a test, an empty one in memory.
  ///
  /// A storage that is passed on to another feature stays the one that was read.
  public var sharedStorage: SharedStorage {
    get { self[SharedStorageKey.self] }
    set { self[SharedStorageKey.self] = newValue }
  }
}

enum SharedStorageKey: DependencyKey {
  static var liveValue: SharedStorage { .live }
  // All stores of a test share one storage. Each store begins a dependency scope, in which values
  // are created again, so the storage is taken from the dependencies outside all scopes.
  static var testValue: SharedStorage {
    guard let outer = DependencyValues.ofRunningTest else { return SharedStorage() }
    return outer.withValues { outer.sharedStorage }
  }
}
