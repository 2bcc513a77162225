import RatchetDependencies
import Synchronization

/// Provides `@SharedReader` with the value of a shared key for one store: the value of the store's
/// *kept field*, the field of the state that has the key's value, or else the storage's.
///
/// Used by the reducers, the effects, and the conditions of subscriptions of one store. They find
/// it in the store's dependencies, so a read knows the store on whose behalf it happens. The
/// store's loop and its dependencies own it. Owns copies of the kept values, and the keys that
/// conditions have read. Do not release a value while its lock is held: a `deinit` of the user may
/// read again.
///
/// It also records which keys the conditions of subscriptions read. A subscription runs while its
/// condition holds, and the store compares the conditions after each change of the state. A
/// condition may read a key that is not in the state; the store then also compares when the value
/// of this key changes.
package final class SharedReads: ReadCounter, Sendable {
  /// A shared key in one storage.
  private struct Key: Hashable {
    let name: String
    let storage: ObjectIdentifier
  }

  private struct Content {
    /// The values of the kept fields.
    var kept: [Key: any Sendable] = [:]
    /// Keys that no field keeps and that conditions of subscriptions have read.
    var watched: Set<Key> = []
    /// The entries of the watched keys that the running comparison has read for the first time.
    var newlyWatched: [any AnySharedEntry] = []
  }

  private let content = Locked(Content())
  private let readCount = Atomic<Int>(0)
  /// Whether `noting` is running the conditions of subscriptions.
  private let isComparing = Atomic<Bool>(false)
  /// Has the store write a value that came from outside to its kept field, without an action.
  ///
  /// The store sets this function. The effect of the field's subscription calls it, with the
  /// cascade of this subscription, which identifies the field.
  @MainActor var whenArrived: (Cascade) -> Void = { _ in }

  package init() {}

  /// How often shared keys have been read.
  ///
  /// `noting`, and the walk over the features, compare it before and after conditions run: if it
  /// has grown, a condition has read a key.
  var count: Int { readCount.load(ordering: .relaxed) }

  /// The reads of the store on whose behalf this code runs; `nil` where no store runs.
  private static var current: SharedReads? { DependencyValues.current[SharedReadsKey.self] }

  /// Returns the value of a key for the store on whose behalf this code runs.
  ///
  /// A value from the storage is not part of the store's state, so a recording keeps it.
  static func value<Value>(of key: SharedKey<Value>) -> Value {
    let storage = DependencyValues.current.sharedStorage
    let reads = current
    reads?.readCount.wrappingAdd(1, ordering: .relaxed)
    if let kept = reads?.keptValue(of: key, in: storage) { return kept }
    reads?.watchIfComparing(key, in: storage)
    // While a store is recorded, the value is too, under this name; a replay takes it from there.
    return ReadTape.readFromCurrent("read:" + key.name) {
      storage.value(of: key) ?? key.defaultValue
    }
  }

  /// The value of the kept field of a key; `nil` if no field of the store keeps the key.
  func keptValue<Value>(of key: SharedKey<Value>, in storage: SharedStorage) -> Value? {
    let key = Key(name: key.name, storage: storage.id)
    // `nil` is returned before the cast: if `Value` is an optional type, the cast would succeed.
    guard let value = content.withLock({ $0.kept[key] }) else { return nil }
    return value as? Value
  }

  /// Replaces the value of a kept field; the field's link calls this when the state has changed.
  func keep<Value>(_ value: Value, of key: SharedKey<Value>, in storage: SharedStorage) {
    let key = Key(name: key.name, storage: storage.id)
    let old = content.withLock { $0.kept.updateValue(value, forKey: key) }
    // Released after the lock, because a `deinit` of the user may run.
    extendLifetime(old)
  }

  /// Forgets the values of the kept fields when the store has ended: code that has inherited the
  /// store's dependencies may continue, and then reads the storage.
  func end() {
    let old = content.withLock { exchange(&$0.kept, with: [:]) }
    // Released after the lock, because a `deinit` of the user may run.
    extendLifetime(old)
  }

  // MARK: - Conditions of subscriptions

  /// Runs `compare`, which evaluates the conditions of subscriptions; returns the entries of keys
  /// that conditions have read for the first time.
  ///
  /// For each, the store starts the effect that `AnySharedEntry.effect(whenChanged:)` returns.
  func noting(_ compare: () -> Void) -> [any AnySharedEntry] {
    let before = count
    isComparing.store(true, ordering: .relaxed)
    compare()
    isComparing.store(false, ordering: .relaxed)
    return count == before ? [] : content.withLock { exchange(&$0.newlyWatched, with: []) }
  }

  /// Forgets the keys of a storage that has ended: another one may get its id.
  func forget(_ storage: SharedStorage) {
    content.withLock { content in
      content.watched = content.watched.filter { $0.storage != storage.id }
    }
  }

  /// Adds a key that no field keeps to the watched keys, if a condition is reading it.
  private func watchIfComparing<Value>(_ key: SharedKey<Value>, in storage: SharedStorage) {
    guard isComparing.load(ordering: .relaxed) else { return }
    let id = Key(name: key.name, storage: storage.id)
    let isNew = content.withLock { $0.watched.insert(id).inserted }
    guard isNew, let entry = storage.acceptedEntry(of: key) else { return }
    content.withLock { $0.newlyWatched.append(entry) }
  }
}

/// The dependency in which `@SharedReader` finds the reads of its store; `nil` where no store runs.
package enum SharedReadsKey: DependencyKey {
  package static var liveValue: SharedReads? { nil }
  package static var testValue: SharedReads? { nil }
}

extension AnySharedEntry {
  /// Returns an effect that calls a function at its start, and whenever the value may have changed.
  func effect<Action: Sendable>(
    whenChanged: @escaping @MainActor @Sendable () -> Void
  ) -> Effect<Action> {
    let listener = SharedListener()
    let operation: @MainActor @Sendable (Send<Action>) async -> Void = { _ in
      for await _ in changes(for: listener) { whenChanged() }
    }
    return .listen(to: name, at: origin, operation: operation)
  }
}
