import Observation
import RatchetDependencies

/// Makes `Store.shared(_:)` observable: views that have read a shared value through a store are
/// notified when the value changes.
///
/// Used by the store's loop, which owns it. Owns a watched value for each key that was read. Do not
/// update it while a reducer runs: observers that are notified may read the state.
@MainActor final class StoreSharing {
  private let storage: SharedStorage
  /// Has the values of the store's kept fields, the fields of its state that have shared values.
  private let reads: SharedReads?
  /// The values that were read, by the names of their keys.
  private var values: [String: any WatchedValue] = [:]

  init(in dependencies: DependencyValues) {
    storage = dependencies.sharedStorage
    reads = dependencies[SharedReadsKey.self]
  }

  /// Returns the current value of a key; an observer that tracks this read is notified when the
  /// value changes.
  func value<Value>(of key: SharedKey<Value>) -> Value {
    if let known = values[key.name] as? WatchedValueOf<Value> { return known.read() }
    let value = WatchedValueOf(key, reads, storage)
    values[key.name] = value
    return value.read()
  }

  /// Notifies observers of the values that have changed.
  ///
  /// The store calls this after each change of a shared value that it has made, or has taken from
  /// the storage. `WatchedValueOf` itself listens for changes of the storage.
  func update() {
    for value in values.values { value.update() }
  }
}

/// A `WatchedValueOf` without the type of its value.
@MainActor private protocol WatchedValue {
  func update()
}

/// The observable value of one shared key that was read through a store.
@MainActor
private final class WatchedValueOf<Value: Equatable & Sendable>: WatchedValue,
  nonisolated Observable
{
  private let key: SharedKey<Value>
  private let reads: SharedReads?
  private let storage: SharedStorage
  private let registrar = ObservationRegistrar()
  private let listener = SharedListener()
  /// The value of which observers were notified last.
  private var value: Value
  /// Whether an observer has read a value that differs from `value`: then observers are notified
  /// even if the value changes back.
  private var isReadAhead = false
  private var listening: Task<Void, Never>?

  init(_ key: SharedKey<Value>, _ reads: SharedReads?, _ storage: SharedStorage) {
    self.key = key
    self.reads = reads
    self.storage = storage
    // Two steps: `current` can be used only once all properties have a value.
    value = key.defaultValue
    value = current
    guard let entry = storage.acceptedEntry(of: key) else { return }
    let changes = entry.changes(for: listener)
    listening = Task { [weak self] in for await _ in changes { self?.update() } }
  }

  isolated deinit {
    listening?.cancel()
  }

  /// The value of the store's kept field, or else the storage's, or else the key's default.
  private var current: Value {
    reads?.keptValue(of: key, in: storage) ?? storage.value(of: key) ?? key.defaultValue
  }

  func read() -> Value {
    registrar.access(self, keyPath: \.value)
    let new = current
    if new != value { isReadAhead = true }
    return new
  }

  func update() {
    let new = current
    if new == value, !isReadAhead { return }
    isReadAhead = false
    // Replaced first and released last: observers that are notified may read the value.
    let old = exchange(&value, with: new)
    registrar.withMutation(of: self, keyPath: \.value) {}
    extendLifetime(old)
  }
}
