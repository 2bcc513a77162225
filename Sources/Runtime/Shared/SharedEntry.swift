import RatchetDependencies

/// A `SharedEntry`, which holds the value of one shared key, without the type of the value.
///
/// Used by the storage, for its table of entries, and by stores that save or watch several keys.
package protocol AnySharedEntry: Sendable {
  /// The name of the key.
  var name: String { get }

  /// Where the key was made.
  var origin: SourceOrigin { get }

  /// Makes an entry with the same value that is only in memory.
  func copy() -> any AnySharedEntry

  /// Makes an entry for a test in which the program starts again: its value is what the program
  /// would find in the key's file or other backend. Returns `nil` if the key has none.
  func restarted(afterCrash: Bool) -> (any AnySharedEntry)?

  /// Removes the value, because the storage is emptied.
  func removeValue()

  /// Ends the streams of all listeners.
  func endListeners()

  /// Registers a listener; returns a stream with an element at once, and one each time the value
  /// may have changed.
  func changes(for listener: SharedListener) -> AsyncStream<Void>

  /// Starts to save the value; the task returns the error if saving failed. Returns `nil` if the
  /// value is only in memory.
  func flush() -> Task<SharedStorageError?, Never>?

  /// Starts to save now, if a later save is planned.
  func startSaving()

  /// Reports changes that were not saved; called when the process exits.
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
/// Owns the value, the list of listeners, and the *backend*, if there is one: the file or database
/// that keeps the value (`SharedEntry+Backend.swift`). Do not call it while its lock is held: a
/// thread that takes a lock twice traps.
///
/// A change is a closure that receives the current value. It runs without the lock, because it is
/// code of the user. If another thread has changed the value meanwhile, the closure runs again with
/// the new value, so no change is lost.
final class SharedEntry<Value: Equatable & Sendable>: AnySharedEntry {
  /// The properties that the lock protects.
  struct Content: Sendable {
    /// `nil` until a store, a change, or the backend has provided a value.
    fileprivate(set) var value: Value?
    /// Grows by one with each change; a listener records the version that its owner has seen.
    fileprivate(set) var version: UInt64 = 1
    fileprivate var listeners: [ObjectIdentifier: WeakListener] = [:]
    /// The value that the backend had when it was last read or saved; if it had none, the first
    /// value of this entry.
    ///
    /// It differs from `value` if the value was changed here.
    fileprivate(set) var base: Value?
    fileprivate(set) var backendState = BackendState.unread
    /// The version at which the backend's first value replaced an initial value from a store; 0 if
    /// that has not happened.
    fileprivate(set) var arrival: UInt64 = 0
    /// The latest read or save of the backend, which the next one waits for.
    var lastUse: Task<Void, Never>?
    /// Reads the backend again whenever others have changed it.
    var watch: Task<Void, Never>?
    /// The task of a planned save, which the next change replaces, and when the first unsaved
    /// change was made, by the task's clock.
    var timer: (task: Task<Void, Never>, start: any InstantProtocol<Duration>)?
    /// Whether the last save failed; that was reported, so the exit of the process does not.
    var hasFailed = false
    /// Whether `begin` was called: the storage uses this entry, not one that another thread made at
    /// the same time.
    var hasBegun = false
    /// Why the last read failed; `nil` if it succeeded.
    var unreadReason: String?

    /// In a test, where nothing is saved: the changes that a crash of a program would lose.
    ///
    /// `before` is the value without them. The first was made at the time `first` of the test's
    /// clock, the last at the time `last`.
    var unsaved: (before: Value?, first: Duration, last: Duration, clock: any ManualClock)?

    /// Whether the value was changed since it was last read or saved.
    var isChanged: Bool { value != base }
  }

  /// What is known of the backend.
  enum BackendState {
    /// No read has succeeded. Leads to the other states.
    case unread
    /// The backend had no value. Leads to `stored`.
    case empty
    /// A value was read or saved.
    case stored
  }

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

  /// The value and its version.
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

  func copy() -> any AnySharedEntry { copy(with: current.value) }

  func restarted(afterCrash: Bool) -> (any AnySharedEntry)? {
    if key.location.outside == nil { return nil }
    return copy(with: afterCrash ? content.withLock { $0.savedValue } : current.value)
  }

  private func copy(with value: Value?) -> any AnySharedEntry {
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
  /// If there is no value yet, `update` changes `start`, or the key's default if `start` is `nil`.
  /// `update` also receives the entry's version. A clock of `dependencies` measures the delay
  /// before saving.
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
    } underLock: { content, isDifferent in
      if content.base == nil { content.base = before }
      if isDifferent, backend == nil, let clock = dependencies.manualClock {
        let first = content.isSaved ? clock.elapsed : content.unsaved?.first ?? clock.elapsed
        content.unsaved = (content.savedValue, first, clock.elapsed, clock)
      }
    }
    if backend != nil, before != after {
      saveSoon(on: dependencies.continuousClock(for: key.origin))
    }
    return (before, after, version)
  }

  /// Whether this version was an initial value that the backend's first value has replaced.
  func isInitial(_ version: UInt64) -> Bool { content.withLock { version < $0.arrival } }

  /// Records that the backend has saved a value.
  func noteSaved(_ value: Value) {
    let old = content.withLock { content in
      content.backendState = .stored
      return exchange(&content.base, with: value)
    }
    extendLifetime(old)
  }

  /// Adopts `theirs`, the value that was found in the backend; `nil` if it has none.
  ///
  /// If the entry and the backend have both changed since the base, the key's `merge` combines the
  /// two values. The first read is different: the backend's value replaces an initial value, even a
  /// changed one, because a change of a default must not overwrite what is stored. The lost change
  /// is reported.
  func take(_ theirs: Value?) {
    guard let theirs else {
      return content.withLock { if $0.backendState == .unread { $0.backendState = .empty } }
    }
    var isLost = false
    replace { content in
      guard let mine = content.value, let base = content.base else { return theirs }
      isLost = content.backendState == .unread && mine != base
      if content.backendState == .unread { return theirs }
      // If both encode the same, `mine` stays: `theirs` may lack parts that are not encoded.
      if mine == base { return key.encodesSame(theirs, as: mine) ? mine : theirs }
      return theirs == base ? mine : key.merged(base, mine, theirs)
    } underLock: { content, isDifferent in
      if content.backendState == .unread, content.value != nil, isDifferent {
        content.arrival = content.version + 1
      }
      (content.base, content.backendState) = (theirs, .stored)
    }
    if isLost { reportLoss() }
  }

  /// Replaces the value with the one that `make` returns, and notifies all listeners except
  /// `author`; if the two are equal, notifies none.
  ///
  /// `make` runs without the lock, and is called again if another thread has changed the value
  /// meanwhile. `update` then changes other properties under the lock, right before the value is
  /// set; it receives whether the new value is different.
  @discardableResult
  private func replace(
    by author: SharedListener? = nil, _ make: (Content) -> Value,
    underLock update: (inout Content, _ isDifferent: Bool) -> Void
  ) -> (value: Value, version: UInt64) {
    while true {
      let old = content.withLock { $0 }
      // Released after the lock, because a `deinit` of the user may run.
      defer { extendLifetime(old) }
      let value = make(old)
      let isDifferent = value != old.value
      let listeners = content.withLock { content -> [SharedListener]? in
        guard content.version == old.version else { return nil }
        update(&content, isDifferent)
        if !isDifferent { return [] }
        content.value = value
        content.version += 1
        return content.listeners.values.compactMap { $0.listener }
      }
      guard let listeners else { continue }
      for listener in listeners where listener !== author { listener.notify() }
      return (value, isDifferent ? old.version + 1 : old.version)
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
