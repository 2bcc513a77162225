import RatchetDependencies

/// The value of a shared key in a storage, whatever its type.
package protocol AnySharedEntry: Sendable {
  /// The name of the key.
  var name: String { get }

  /// The same value, in memory.
  func copy() -> any AnySharedEntry

  /// Forgets the value.
  func removeValue()

  /// One element when something may have changed that a listener has not seen.
  func changes(for listener: SharedListener) -> AsyncStream<Void>

  /// Where the key is kept, for comparison with another one of the same name.
  var path: String? { get }

  /// Saves now; returns why that failed.
  func flush() async -> SharedStorageError?

  /// Starts to save what is to be saved soon.
  func startSaving()

  /// Reports changes that are not saved, at the end of the process.
  func reportUnsaved()
}

extension [any AnySharedEntry] {
  /// Saves all at once; returns why some were not saved, in their order.
  func flush() async -> [SharedStorageError] {
    let savings = map { entry in Task { await entry.flush() } }
    var errors: [SharedStorageError] = []
    for saving in savings {
      if let error = await saving.value { errors.append(error) }
    }
    return errors
  }
}

/// The value of a shared key in a storage, for all stores of the process.
///
/// Used by stores and by the file, on any thread. Owns the value and the list of those who listen.
/// Do not call it while its lock is held: what is the user's runs without it.
///
/// A change is a function of the value before it, which is called without a lock, and again if
/// another thread was faster: so no change is lost, and what is the user's runs without a lock.
final class SharedEntry<Value: Equatable & Sendable>: AnySharedEntry {
  /// Makes a change again, with the value in the file.
  typealias Update = @Sendable (_ value: inout Value) -> Void

  private struct Content: Sendable {
    /// `nil` until somebody knows one.
    var value: Value?
    /// The changes that were made before it was known what the file has; `nil` afterwards, and
    /// without a file.
    var early: [Update]?
    /// Grows with each change.
    var version: UInt64 = 1
    var listeners: [ObjectIdentifier: WeakListener] = [:]
  }

  private struct WeakListener: Sendable {
    weak var listener: SharedListener?
  }

  let path: String?
  private let key: SharedKey<Value>
  /// The file, in a storage that has files.
  private let file: SharedFile<Value>?
  private let content: Locked<Content>

  /// The file to which the path of the key leads, if it has one, is known by then.
  init(
    _ key: SharedKey<Value>, at target: String?, report: SharedStorage.Report?
  ) {
    self.key = key
    path = key.location.file?.path
    file =
      if let location = key.location.file, let target, let report {
        SharedFile(key, location, leadingTo: target) { report($0, key.origin) }
      } else {
        nil
      }
    content = Locked(Content(early: file.map { _ in [] }))
  }

  var name: String { key.name }

  /// The value; a file is read soon.
  func read() -> Value? {
    file?.start(self)
    return current.value
  }

  /// Whether there are changes of which it is not known what they make of the value in the file.
  var hasEarlyChanges: Bool { content.withLock { $0.early?.isEmpty == false } }

  var current: (value: Value?, version: UInt64) {
    content.withLock { ($0.value, $0.version) }
  }

  /// Takes a value if there is none; returns the one that is there then, which is that of the file
  /// only if the file has been read.
  func provide(_ value: Value) -> (value: Value, version: UInt64) {
    defer { file?.start(self) }
    return content.withLock { content in
      if content.value == nil { content.value = value }
      return (content.value ?? value, content.version)
    }
  }

  func copy() -> any AnySharedEntry {
    let copy = SharedEntry(key, at: nil, report: nil)
    let (value, version) = current
    copy.content.withLock { ($0.value, $0.version) = (value, version) }
    return copy
  }

  func removeValue() {
    let old = content.withLock { content in
      defer { (content.value, content.version) = (nil, content.version + 1) }
      return content.value
    }
    // Released without the lock.
    extendLifetime(old)
  }

  func load() async {
    await file?.load(self)
  }

  func flush() async -> SharedStorageError? {
    await file?.flush(self)
  }

  func startSaving() {
    file?.startSaving(self)
  }

  func reportUnsaved() {
    guard let file, let path, file.isUnsaved(self) else { return }
    RatchetDependencies.report(
      """
      The shared key '\(key.name)' has changes that are not saved in \(path): the program has \
      ended before.

      To fix this, 'await store.drain(within:)' or 'await SharedStorage.live.flush()' before the \
      program ends.
      """, fileID: key.origin.file, line: key.origin.line)
  }

  /// Changes the value, and tells all listeners but one.
  ///
  /// Where there is no value, the one that is given is changed, or else the default. It is saved
  /// by a clock of these dependencies. A change that cannot be made again, when the file has been
  /// read, is merged with what the file has.
  @discardableResult
  func change(
    of start: Value? = nil, by author: SharedListener? = nil, under dependencies: DependencyValues,
    again: Update? = nil, _ update: (_ value: inout Value, _ version: UInt64) -> Void
  ) -> (before: Value, after: Value, version: UInt64) {
    let start = start ?? key.defaultValue
    var before = start
    let (after, version, isNew) = replace(by: author) { old, version in
      before = old ?? start
      var value = before
      update(&value, version)
      let again = again ?? { [key, before, value] in $0 = key.merge(before, value, $0) }
      return (value, { $0?.append(again) })
    }
    if let file, isNew {
      file.start(self)
      file.saveSoon(self, on: dependencies.continuousClock)
    }
    return (before, after, version)
  }

  /// Takes what the file has; `base` is what it had before, or `nil` if that was not known.
  ///
  /// What was changed before is done again with the value in the file: a change of a default must
  /// not replace what is there.
  func take(_ theirs: Value, base: Value?) {
    var early: [Update]?
    replace { mine, _ in
      early = content.withLock { $0.early }
      let forget: (inout [Update]?) -> Void = { $0 = nil }
      if let mine, let base {
        if mine == base { return (theirs, forget) }
        return (theirs == base ? mine : key.merge(base, mine, theirs), forget)
      }
      var value = theirs
      for update in early ?? [] { update(&value) }
      return (value, forget)
    }
    // Released without the lock.
    extendLifetime(early)
  }

  /// Puts another value in the place of the one that is there, notes what that means for the early
  /// changes, and tells all listeners but one; is done again if another thread was faster.
  @discardableResult
  private func replace(
    by author: SharedListener? = nil,
    _ make: (Value?, _ version: UInt64) -> (Value, note: (inout [Update]?) -> Void)
  ) -> (value: Value, version: UInt64, isNew: Bool) {
    while true {
      // Without the early changes, which another reference would have copied.
      let (old, version, count) = content.withLock { ($0.value, $0.version, $0.early?.count) }
      // Released without the lock.
      defer { extendLifetime(old) }
      let (value, note) = make(old, version)
      let isOther = value != old
      if !isOther, count == nil { return (value, version, false) }
      let listeners = content.withLock { content -> [SharedListener]? in
        guard content.version == version, content.early?.count == count else { return nil }
        note(&content.early)
        if !isOther { return [] }
        content.value = value
        content.version += 1
        return content.listeners.values.compactMap { $0.listener }
      }
      guard let listeners else { continue }
      for listener in listeners where listener !== author { listener.notify() }
      return (value, isOther ? version + 1 : version, true)
    }
  }

  func changes(for listener: SharedListener) -> AsyncStream<Void> {
    let id = ObjectIdentifier(listener)
    content.withLock { content in
      // Those of stores that have ended.
      content.listeners = content.listeners.filter { $0.value.listener != nil }
      content.listeners[id] = WeakListener(listener: listener)
    }
    return listener.listen()
  }
}
