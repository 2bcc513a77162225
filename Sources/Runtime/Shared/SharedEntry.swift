import RatchetDependencies

/// A `SharedEntry` without the type of its value, for a storage's table of entries and for stores
/// that save or watch entries of several keys.
package protocol AnySharedEntry: Sendable {
  /// The name of the key.
  var name: String { get }

  /// Where the key was made.
  var origin: SourceOrigin { get }

  /// Makes an entry with the same value, in memory only.
  func copy() -> any AnySharedEntry

  /// Forgets the value.
  func removeValue()

  /// Registers a listener; returns a stream with an element each time the value may have changed.
  func changes(for listener: SharedListener) -> AsyncStream<Void>

  /// Saves the value now; returns the error if saving failed.
  func flush() async -> SharedStorageError?

  /// Starts to save now what was to be saved soon, without waiting for the file.
  func startSaving()

  /// Reports changes that are not saved; called when the process exits.
  func reportUnsaved()
}

extension [any AnySharedEntry] {
  /// Saves all entries at the same time; returns the errors, in the order of the entries.
  func flush() async -> [SharedStorageError] {
    let savings = map { entry in Task { await entry.flush() } }
    var errors: [SharedStorageError] = []
    for saving in savings {
      if let error = await saving.value { errors.append(error) }
    }
    return errors
  }
}

/// Holds the value of one shared key in a `SharedStorage`, for all stores that use this storage.
///
/// Used by stores on any thread: they read and change the value, listen for changes, and save it.
/// Owns the value, the list of listeners, and the key's file, if it has one
/// (`SharedEntry+File.swift`). Do not call it while its lock is held: a thread that takes a lock
/// twice traps.
///
/// A change is a closure that gets the current value. It runs without the lock, because it is code
/// of the user, and runs again if another thread has changed the value meanwhile: so no change is
/// lost. A change made before the content of the file is known (an early change) is made again on
/// the value in the file, which it must not replace: see `SharedKey.merged`.
final class SharedEntry<Value: Equatable & Sendable>: AnySharedEntry {
  /// Changes the value, of which `version` is the number; `nil` if an early change is made again.
  typealias Update = @Sendable (_ value: inout Value, _ version: UInt64?) -> Void

  struct Content: Sendable {
    /// `nil` until a store, a change, or the file has provided a value.
    fileprivate(set) var value: Value?
    /// Grows with each change; a listener remembers which version its owner has.
    fileprivate(set) var version: UInt64 = 1
    fileprivate var listeners: [ObjectIdentifier: WeakListener] = [:]
    /// The early changes, in order; none without a file.
    fileprivate(set) var early: [Update] = []
    /// What the file had when it was last read or written; `nil` before that.
    ///
    /// No bytes if the file has been removed, renamed, emptied or damaged since: then the value
    /// must be saved again.
    var saved: (value: Value, bytes: [UInt8]?)?
    /// The last version of the value that is older than what was first read from the file.
    fileprivate var lastUnread: UInt64 = 0
    /// The first reading of the file, once it has begun.
    var reading: Task<Void, Never>?
    /// A planned save, which the next change replaces, and the time of the first unsaved change, by
    /// the clock of the task.
    var timer: (task: Task<Void, Never>, start: any InstantProtocol<Duration>)?
    /// Whether the last save failed, which was reported.
    var hasFailed = false
    /// Why the file could not be read last time; reported once.
    var unreadReason: String?
  }

  fileprivate struct WeakListener: Sendable {
    weak var listener: SharedListener?
  }

  let key: SharedKey<Value>
  /// The file, in a storage that has files.
  let file: SharedFile?
  let content = Locked(Content())

  /// Makes the entry of a key; without `claims` and `report`, in memory only.
  init(_ key: SharedKey<Value>, _ claims: FileClaims?, report: SharedStorage.Report?) {
    self.key = key
    file =
      if let location = key.location.file, let claims, let report {
        SharedFile(location.path, of: key.name, claims) { report($0, key.origin) }
      } else {
        nil
      }
  }

  var name: String { key.name }

  var origin: SourceOrigin { key.origin }

  /// The path of the key's file, if any: two keys of the same name must have the same path.
  var path: String? { key.location.file?.path }

  /// Returns the value without waiting; the first call starts to read the file.
  func read() -> Value? {
    startReading()
    return current.value
  }

  var current: (value: Value?, version: UInt64) {
    content.withLock { ($0.value, $0.version) }
  }

  /// Stores a value if there is none yet; returns the value that the entry then has.
  ///
  /// A store calls this with the value in its initial state. The result is the value of the file
  /// only if the file has been read.
  func provide(_ value: Value) -> (value: Value, version: UInt64) {
    defer { startReading() }
    return content.withLock { content in
      if content.value == nil { content.value = value }
      return (content.value ?? value, content.version)
    }
  }

  func copy() -> any AnySharedEntry {
    let copy = SharedEntry(key, nil, report: nil)
    let (value, version) = current
    copy.content.withLock { ($0.value, $0.version) = (value, version) }
    return copy
  }

  func removeValue() {
    let old = content.withLock { content in
      defer { (content.value, content.version) = (nil, content.version + 1) }
      return content.value
    }
    // Released after the lock, because a `deinit` of the user may run.
    extendLifetime(old)
  }

  /// Changes the value, notifies all listeners except `author`, and saves the value soon.
  ///
  /// If there is no value yet, `start` is changed, or else the key's default. A clock of
  /// `dependencies` measures the delay before saving. If this is an early change, `again` makes it
  /// again when the file has been read; without `again`, the key's `merge` combines the new value
  /// with the value in the file.
  @discardableResult
  func change(
    of start: Value? = nil, by author: SharedListener? = nil, under dependencies: DependencyValues,
    again: Update? = nil, _ update: (_ value: inout Value, _ version: UInt64?) -> Void
  ) -> (before: Value, after: Value, version: UInt64) {
    let start = start ?? key.defaultValue
    var before = start
    var isEarly = false
    let (after, version) = replace(by: author) { old, version in
      before = old ?? start
      var value = before
      update(&value, version)
      return value
    } noting: { content, after, _ in
      isEarly = file != nil && content.saved == nil
      if !isEarly { return }
      content.early.append(
        again ?? { [key, before] value, _ in value = key.merged(before, after, value) })
    }
    if file != nil, isEarly || before != after {
      startReading()
      saveSoon(on: dependencies.continuousClock(for: key.origin))
    }
    return (before, after, version)
  }

  /// Whether this version of the value is older than what was first read from the file.
  func predatesFile(_ version: UInt64) -> Bool { content.withLock { version <= $0.lastUnread } }

  /// Takes the value `theirs`, which the file has with these bytes; `base` is the value that the
  /// file had before, or `nil` if that was not known.
  ///
  /// If the entry and the file have both changed since `base`, the key's `merge` combines the two
  /// values. Without a base, early changes are made again on the value in the file, because a
  /// change of the default must not replace that value.
  func take(_ theirs: Value, _ bytes: [UInt8], base: Value?) {
    var early: [Update] = []
    replace { mine, _ in
      if let mine, let base {
        if mine == base { return theirs }
        return theirs == base ? mine : key.merged(base, mine, theirs)
      }
      early = content.withLock { $0.early }
      return early.reduce(into: theirs) { value, update in update(&value, nil) }
    } noting: { content, _, isOther in
      if base == nil { content.lastUnread = content.version - (isOther ? 0 : 1) }
      (content.saved, content.early) = ((theirs, bytes), [])
    }
    // Released after the lock, because a `deinit` of the user may run.
    extendLifetime(early)
  }

  /// Replaces the value with the one that `make` returns, and notifies all listeners except
  /// `author`.
  ///
  /// `note`, which gets that value and whether it is another one, updates what else there is under
  /// the lock. If another thread has changed the entry meanwhile, `make` is called again.
  @discardableResult
  private func replace(
    by author: SharedListener? = nil, _ make: (Value?, _ version: UInt64) -> Value,
    noting note: (inout Content, Value, _ isOther: Bool) -> Void
  ) -> (value: Value, version: UInt64) {
    while true {
      // Only the number of early changes: a second reference to the list would make the next
      // addition copy the list.
      let (old, version, count, saved) = content.withLock {
        ($0.value, $0.version, $0.early.count, $0.saved)
      }
      // Released after the lock, because a `deinit` of the user may run.
      defer { extendLifetime((old, saved)) }
      let value = make(old, version)
      let isOther = value != old
      let listeners = content.withLock { content -> [SharedListener]? in
        guard content.version == version, content.early.count == count else { return nil }
        note(&content, value, isOther)
        if !isOther { return [] }
        content.value = value
        content.version += 1
        return content.listeners.values.compactMap { $0.listener }
      }
      guard let listeners else { continue }
      for listener in listeners where listener !== author { listener.notify() }
      return (value, isOther ? version + 1 : version)
    }
  }

  func changes(for listener: SharedListener) -> AsyncStream<Void> {
    let id = ObjectIdentifier(listener)
    content.withLock { content in
      // Removes the listeners of stores that have ended.
      content.listeners = content.listeners.filter { $0.value.listener != nil }
      content.listeners[id] = WeakListener(listener: listener)
    }
    return listener.listen()
  }
}
