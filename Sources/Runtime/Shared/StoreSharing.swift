import Observation
import RatchetDependencies

/// The shared values that are read through a store, so that who shows them is told of changes.
///
/// Used by the store's loop, which owns it. Owns a watched value for each key that was read. Do not
/// update it while a reducer runs: those who watch may read the state.
@MainActor final class StoreSharing {
  private let storage: SharedStorage
  private let reads: SharedReads?
  private var values: [String: any WatchedValue] = [:]

  init(in dependencies: DependencyValues) {
    storage = dependencies.sharedStorage
    reads = dependencies[SharedReadsKey.self]
  }

  /// The value of a key at this moment, which a tracked read watches.
  func value<Value>(of key: SharedKey<Value>) -> Value {
    if let known = values[key.name] as? WatchedValueOf<Value> { return known.read() }
    let value = WatchedValueOf(key, reads, storage)
    values[key.name] = value
    return value.read()
  }

  /// Tells of the values that the store has changed.
  func update() {
    for value in values.values { value.update() }
  }
}

/// A shared value that is read through a store, whatever its type.
@MainActor private protocol WatchedValue {
  func update()
}

/// A shared value that is read through a store.
@MainActor
private final class WatchedValueOf<Value: Equatable & Sendable>: WatchedValue,
  nonisolated Observable
{
  private let key: SharedKey<Value>
  private let reads: SharedReads?
  private let storage: SharedStorage
  private let registrar = ObservationRegistrar()
  private let listener = SharedListener()
  /// The value of which was told last.
  private var value: Value
  /// Whether somebody has read another one since.
  private var isReadAhead = false
  private var listening: Task<Void, Never>?

  init(_ key: SharedKey<Value>, _ reads: SharedReads?, _ storage: SharedStorage) {
    self.key = key
    self.reads = reads
    self.storage = storage
    value = key.defaultValue
    value = current
    guard let entry = storage.acceptedEntry(of: key) else { return }
    let changes = entry.changes(for: listener)
    listening = Task { [weak self] in for await _ in changes { self?.update() } }
  }

  isolated deinit {
    listening?.cancel()
  }

  /// What the store's kept field has, or else the storage.
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
    // Those who are told may read it.
    let old = exchange(&value, with: new)
    registrar.withMutation(of: self, keyPath: \.value) {}
    extendLifetime(old)
  }
}
