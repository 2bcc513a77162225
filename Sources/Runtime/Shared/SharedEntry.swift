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
/// A change is a function of the value before it, which is called without a lock, and again if
/// another thread was faster: so no change is lost, and what is the user's runs without a lock.
final class SharedEntry<Value: Equatable & Sendable>: AnySharedEntry {
  private struct Content: Sendable {
    /// `nil` until somebody knows one.
    var value: Value?
    /// The value of an initial state, which nobody has changed yet.
    var initial: Value?
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
  private let content = Locked(Content())

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
  }

  var name: String { key.name }

  var initial: Value? { content.withLock { $0.initial } }

  var current: (value: Value?, version: UInt64) {
    content.withLock { ($0.value, $0.version) }
  }

  /// Takes a value if there is none; returns the one that is there then, which is that of the file
  /// only if the file has been read.
  func provide(_ value: Value) -> (value: Value, version: UInt64) {
    defer { file?.start(self) }
    return content.withLock { content in
      if content.value == nil { (content.value, content.initial) = (value, value) }
      return (content.value ?? value, content.version)
    }
  }

  func copy() -> any AnySharedEntry {
    let copy = SharedEntry(key, at: nil, report: nil)
    let (value, initial, version) = content.withLock { ($0.value, $0.initial, $0.version) }
    copy.content.withLock { ($0.value, $0.initial, $0.version) = (value, initial, version) }
    return copy
  }

  func removeValue() {
    let old = content.withLock { content in
      defer { (content.value, content.initial, content.version) = (nil, nil, content.version + 1) }
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
      The shared key '\(key.name)' has changes that are not saved in \(path): the program has ended \
      before.

      To fix this, 'await store.drain(within:)' or 'await SharedStorage.live.flush()' before the \
      program ends.
      """, fileID: key.origin.file, line: key.origin.line)
  }

  /// Changes the value, and tells all listeners but one; returns the new value.
  ///
  /// It is saved by a clock of these dependencies; without them, the file has changed it.
  @discardableResult
  func change(
    by author: SharedListener? = nil, under dependencies: DependencyValues?,
    _ transform: (Value?, _ version: UInt64) -> Value
  ) -> (value: Value, version: UInt64) {
    while true {
      let (old, version) = current
      let new = transform(old, version)
      if new == old { return (new, version) }
      guard let listeners = replace(version, by: new) else { continue }
      for listener in listeners where listener !== author { listener.notify() }
      if let file, let dependencies {
        file.start(self)
        file.saveSoon(self, on: dependencies.continuousClock)
      }
      return (new, version + 1)
    }
  }

  /// Takes a value in place of that with this version, if it is still there; returns who listens.
  private func replace(_ version: UInt64, by value: Value) -> [SharedListener]? {
    let (old, listeners) = content.withLock {
      content -> (old: Value?, listeners: [SharedListener]?) in
      if content.version != version { return (nil, nil) }
      let old = content.value
      content.value = value
      content.version += 1
      return (old, content.listeners.values.compactMap { $0.listener })
    }
    // Released without the lock.
    extendLifetime(old)
    return listeners
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
