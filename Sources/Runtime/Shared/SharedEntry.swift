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

  /// Makes an entry with what a test's program finds when it starts again; `nil` for a value that
  /// is only in memory.
  func restarted(afterCrash: Bool) -> (any AnySharedEntry)?

  /// Forgets the value.
  func removeValue()

  /// Ends the streams of all listeners.
  func endListeners()

  /// Registers a listener; returns a stream with an element each time the value may have changed.
  func changes(for listener: SharedListener) -> AsyncStream<Void>

  /// Starts to save the value; the task returns the error if saving failed. Returns `nil` if the
  /// value is only in memory.
  func flush() -> Task<SharedStorageError?, Never>?

  /// Starts to save now what was to be saved soon.
  func startSaving()

  /// Reports changes that are not saved; called when the process exits.
  func reportUnsaved()
}

extension [any AnySharedEntry] {
  /// Saves all entries at the same time; returns the errors, in the order of the entries.
  ///
  /// If all values are only in memory, it returns without suspending.
  func flush() async -> [SharedStorageError] {
    var errors: [SharedStorageError] = []
    for saving in compactMap({ $0.flush() }) {
      if let error = await saving.value { errors.append(error) }
    }
    return errors
  }
}

/// Holds the value of one shared key in a `SharedStorage`, for all stores that use this storage.
///
/// Used by stores on any thread: they read and change the value, listen for changes, and save it.
/// Owns the value, the list of listeners, and the backend that keeps the value, if there is one
/// (`SharedEntry+Backend.swift`). Do not call it while its lock is held: a thread that takes a lock
/// twice traps.
///
/// A change is a closure that receives the current value. It runs without the lock, because it is
/// code of the user, and runs again if another thread has changed the value meanwhile: so no change
/// is lost.
final class SharedEntry<Value: Equatable & Sendable>: AnySharedEntry {
  struct Content: Sendable {
    /// `nil` until a store, a change, or the backend has provided a value.
    fileprivate(set) var value: Value?
    /// Grows with each change; a listener remembers which version its owner has.
    fileprivate(set) var version: UInt64 = 1
    fileprivate var listeners: [ObjectIdentifier: WeakListener] = [:]
    /// The value that the backend had when it was last read or saved or, if there was none, the
    /// first value here: if the value differs from it, it was changed.
    fileprivate(set) var base: Value?
    /// What is known of the backend.
    fileprivate(set) var backendState = BackendState.unread
    /// The version with which the first value of the backend has replaced an initial one; 0 if none
    /// was replaced.
    fileprivate(set) var arrival: UInt64 = 0
    /// The last use of the backend, which the next one waits for.
    var lastUse: Task<Void, Never>?
    /// Watches for changes of the backend by others.
    var watch: Task<Void, Never>?
    /// A planned save, which the next change replaces, and the time of the first unsaved change, by
    /// the clock of the task.
    var timer: (task: Task<Void, Never>, start: any InstantProtocol<Duration>)?
    /// Whether the last save failed, which was reported.
    var hasFailed = false
    /// Whether the storage uses this entry.
    var hasBegun = false
    /// Why the value could not be read last time; reported once.
    var unreadReason: String?

    /// In a test, where nothing is saved: the value before changes that would not be saved yet, and
    /// the times of the first and the last one.
    var unsaved: (before: Value?, start: Duration, time: Duration, clock: any ManualClock)?

    /// Whether the value was changed since it was last read or saved.
    var isChanged: Bool { value != base }
  }

  /// The next state of `unread` is one of the others.
  enum BackendState { case unread, empty, stored }

  fileprivate struct WeakListener: Sendable {
    weak var listener: SharedListener?
  }

  let key: SharedKey<Value>
  /// Keeps the value; `nil` for a value that is only in memory.
  let backend: (any SharedBackend<Value>)?
  let report: SharedStorage.Report
  let content = Locked(Content())

  /// Makes the entry of a key, in memory only if there is no backend.
  init(
    _ key: SharedKey<Value>, _ backend: (any SharedBackend<Value>)? = nil,
    report: @escaping SharedStorage.Report = { _, _ in }
  ) {
    self.key = key
    self.backend = backend
    self.report = report
  }

  deinit {
    content.withLock { $0.watch }?.cancel()
  }

  var name: String { key.name }

  var origin: SourceOrigin { key.origin }

  var current: (value: Value?, version: UInt64) {
    content.withLock { ($0.value, $0.version) }
  }

  /// Stores a value if there is none yet; returns the value that the entry then has.
  ///
  /// A store calls this with the value in its initial state.
  func provide(_ value: Value) -> (value: Value, version: UInt64) {
    content.withLock { content in
      if content.value == nil { (content.value, content.base) = (value, value) }
      return (content.value ?? value, content.version)
    }
  }

  func copy() -> any AnySharedEntry { copy(current.value) }

  func restarted(afterCrash: Bool) -> (any AnySharedEntry)? {
    if key.location.outside == nil { return nil }
    return copy(afterCrash ? content.withLock { $0.savedValue } : current.value)
  }

  private func copy(_ value: Value?) -> any AnySharedEntry {
    let copy = SharedEntry(key)
    let version = current.version
    copy.content.withLock { ($0.value, $0.version) = (value, version) }
    return copy
  }

  func removeValue() {
    let old = content.withLock { content in
      content.version += 1
      return (content.value.take(), content.base.take())
    }
    // Released after the lock, because a `deinit` of the user may run.
    extendLifetime(old)
  }

  func endListeners() {
    let listeners = content.withLock { $0.listeners.values.compactMap { $0.listener } }
    for listener in listeners { listener.end() }
  }

  /// Changes the value, notifies all listeners except `author`, and saves the value soon.
  ///
  /// If there is no value yet, `start` is changed, or else the key's default. `update` receives the
  /// value and its version. A clock of `dependencies` measures the delay before saving.
  @discardableResult
  func change(
    of start: Value? = nil, by author: SharedListener? = nil, under dependencies: DependencyValues,
    _ update: (_ value: inout Value, _ version: UInt64) -> Void
  ) -> (before: Value, after: Value, version: UInt64) {
    var before = start ?? key.defaultValue
    let (after, version) = replace(by: author) { content in
      before = content.value ?? start ?? key.defaultValue
      var value = before
      update(&value, content.version)
      return value
    } noting: { content, isOther in
      if content.base == nil { content.base = before }
      if isOther, backend == nil, let clock = dependencies.manualClock {
        let start = content.isSaved ? clock.elapsed : content.unsaved?.start ?? clock.elapsed
        content.unsaved = (content.savedValue, start, clock.elapsed, clock)
      }
    }
    if backend != nil, before != after {
      saveSoon(on: dependencies.continuousClock(for: key.origin))
    }
    return (before, after, version)
  }

  /// Whether this version of the value is an initial one, which the backend's value has replaced.
  func isInitial(_ version: UInt64) -> Bool { content.withLock { version < $0.arrival } }

  /// Records that the backend has saved a value.
  func noteSaved(_ value: Value) {
    let old = content.withLock { content in
      content.backendState = .stored
      return exchange(&content.base, with: value)
    }
    extendLifetime(old)
  }

  /// Adopts the backend's value `theirs`; `nil` if it has none.
  ///
  /// If the entry and the backend have both changed since the base, the key's `merge` combines the
  /// two values. The first value that is read replaces an initial one, even if that was changed,
  /// which is reported: what is stored must not be lost for a change of a default.
  func take(_ theirs: Value?) {
    guard let theirs else {
      return content.withLock { if $0.backendState == .unread { $0.backendState = .empty } }
    }
    var isLost = false
    replace { content in
      guard let mine = content.value, let base = content.base else { return theirs }
      isLost = content.backendState == .unread && mine != base
      if content.backendState == .unread { return theirs }
      // A decoded value may lack what is not encoded.
      if mine == base { return key.encodesSame(theirs, as: mine) ? mine : theirs }
      return theirs == base ? mine : key.merged(base, mine, theirs)
    } noting: { content, isOther in
      if content.backendState == .unread, content.value != nil, isOther {
        content.arrival = content.version + 1
      }
      (content.base, content.backendState) = (theirs, .stored)
    }
    if isLost { reportLoss() }
  }

  /// Replaces the value with the one that `make` returns, and notifies all listeners except
  /// `author`.
  ///
  /// `note`, which receives whether that is a different value, updates what else there is under the
  /// lock, before the value. If another thread has changed the entry meanwhile, `make` is called
  /// again.
  @discardableResult
  private func replace(
    by author: SharedListener? = nil, _ make: (Content) -> Value,
    noting note: (inout Content, _ isOther: Bool) -> Void
  ) -> (value: Value, version: UInt64) {
    while true {
      let old = content.withLock { $0 }
      // Released after the lock, because a `deinit` of the user may run.
      defer { extendLifetime(old) }
      let value = make(old)
      let isOther = value != old.value
      let listeners = content.withLock { content -> [SharedListener]? in
        guard content.version == old.version else { return nil }
        note(&content, isOther)
        if !isOther { return [] }
        content.value = value
        content.version += 1
        return content.listeners.values.compactMap { $0.listener }
      }
      guard let listeners else { continue }
      for listener in listeners where listener !== author { listener.notify() }
      return (value, isOther ? old.version + 1 : old.version)
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
