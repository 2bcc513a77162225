public import RatchetDependencies

/// Where the values of shared keys are between stores.
///
/// The stores of a program have the same storage, ``live``. A test has one of its own, for all its
/// stores, which is empty and in memory, also for keys that are kept in files. A test makes a
/// change from outside by one call:
///
/// ```swift
/// store.dependencies.sharedStorage.change(.settings) { $0.size = 2 }
/// await store.receive(.settingsChanged) { $0.settings.size = 2 }
/// ```
public struct SharedStorage: Sendable {
  private struct Content: Sendable {
    var entries: [String: any AnySharedEntry] = [:]
    /// The names of the keys in files, by the files.
    var names: [String: String] = [:]
    /// The names of keys that were refused, which is reported once.
    var refused: Set<String> = []
  }

  private final class Identity: Sendable {}

  private let identity = Identity()
  private let content = Locked(Content())
  /// What is told what goes wrong with files; `nil` if there are none.
  private let report: Report?

  /// Takes what goes wrong, and where the key was made.
  typealias Report = @Sendable (SharedStorageError, SourceOrigin) -> Void

  private init(report: Report?) {
    self.report = report
  }

  /// Makes an empty storage in memory, also for keys that are kept in files.
  public init() {
    self.init(report: nil)
  }

  /// The storage of the program: in memory, and in files.
  ///
  /// What goes wrong with files is logged, with the line that made the key. So are changes that are
  /// not saved when the process exits.
  public static let live: SharedStorage = {
    whenProcessExits {
      for entry in SharedStorage.live.entries { entry.reportUnsaved() }
    }
    return SharedStorage { error, origin in
      RatchetDependencies.report(error.description, fileID: origin.file, line: origin.line)
    }
  }()

  /// Makes a storage in memory and in files.
  ///
  /// - Parameter onError: Is called on any thread when something goes wrong with a file.
  /// - Returns: The storage.
  public static func files(
    onError: @escaping @Sendable (SharedStorageError) -> Void
  ) -> SharedStorage {
    SharedStorage { error, _ in onError(error) }
  }

  /// Identifies the storage.
  var id: ObjectIdentifier { ObjectIdentifier(identity) }

  func isSame(as other: SharedStorage) -> Bool { id == other.id }

  /// A storage in memory with the same values.
  package func copy() -> SharedStorage {
    let copy = SharedStorage()
    let entries = content.withLock { $0.entries }.mapValues { $0.copy() }
    copy.content.withLock { $0.entries = entries }
    return copy
  }

  /// Forgets all values of a storage in memory.
  func removeAll() {
    if report != nil { return }
    for entry in entries { entry.removeValue() }
  }

  /// The value of a key; `nil` if nothing has given it one.
  ///
  /// A file is read soon; ``SharedKey/load()`` waits for that.
  public func value<Value>(of key: SharedKey<Value>) -> Value? {
    acceptedEntry(of: key)?.read()
  }

  /// Changes the value of a key; for all stores of this storage that is a change from outside.
  ///
  /// Can be called on any thread. The closure is called again if another thread changes the value
  /// at the same time. Where a file has not been read yet, the default is changed, and merged with
  /// what the file has: by default the change wins, so ``SharedKey/load()`` it first.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - update: Changes the value, or the key's default if there is none.
  public func change<Value>(_ key: SharedKey<Value>, _ update: (inout Value) -> Void) {
    acceptedEntry(of: key)?.change(under: .current) { value, _ in update(&value) }
  }

  /// Saves now what is to be saved, in all files at once.
  ///
  /// What goes wrong with one neither stops nor delays another.
  ///
  /// - Returns: Why files were not saved.
  @discardableResult
  public func flush() async -> [SharedStorageError] {
    await entries.flush()
  }

  private var entries: [any AnySharedEntry] {
    content.withLock { content in
      content.entries.sorted { $0.key < $1.key }.map { $0.value }
    }
  }

  /// The entry of a key, which is made if there is none.
  func entry<Value>(of key: SharedKey<Value>) throws(SharedKeyConflict) -> SharedEntry<Value> {
    let known = content.withLock { $0.entries[key.name] }
    let entry = if let known { known } else { try add(key) }
    guard let entry = entry as? SharedEntry<Value>, entry.path == key.location.file?.path else {
      throw .name
    }
    return entry
  }

  /// Makes the entry of a key, unless another thread has.
  ///
  /// The file of a path is decided here and nowhere else, before it belongs to the key.
  private func add<Value>(
    _ key: SharedKey<Value>
  ) throws(SharedKeyConflict) -> any AnySharedEntry {
    let file = key.location.file.map { FileSystem.resolved($0.path) }
    let new = SharedEntry(key, at: file, report: report)
    return try content.withLock { (content) throws(SharedKeyConflict) in
      if let known = content.entries[key.name] { return known }
      if let file {
        if let other = content.names[file] { throw .file(of: other) }
        content.names[file] = key.name
      }
      content.entries[key.name] = new
      return new
    }
  }

  /// The entry of a key; `nil` if it is refused, which is reported.
  func acceptedEntry<Value>(of key: SharedKey<Value>) -> SharedEntry<Value>? {
    do throws(SharedKeyConflict) {
      return try entry(of: key)
    } catch {
      if isFirstRefusal(of: key) {
        RatchetDependencies.report(
          error.message(for: key), fileID: key.origin.file, line: key.origin.line)
      }
      return nil
    }
  }

  /// Whether a key is refused for the first time.
  func isFirstRefusal(of key: SharedKey<some Any>) -> Bool {
    content.withLock { $0.refused.insert(key.name).inserted }
  }
}

extension DependencyValues {
  /// The storage of shared keys: that of the program, and in a test an empty one in memory.
  public var sharedStorage: SharedStorage {
    get { self[SharedStorageKey.self] }
    set { self[SharedStorageKey.self] = newValue }
  }
}

enum SharedStorageKey: DependencyKey {
  static var liveValue: SharedStorage { .live }
  // One for the whole test, in which each store begins a scope.
  static var testValue: SharedStorage {
    guard let outer = DependencyValues.ofRunningTest else { return SharedStorage() }
    return outer.withValues { outer.sharedStorage }
  }
}
