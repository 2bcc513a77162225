import RatchetDependencies
import Synchronization

/// Provides `@SharedReader` with the value of a shared key for one store: the value of the store's
/// kept field, or else the storage's.
///
/// Used by the reducers, the effects, and the conditions of subscriptions of one store. They find
/// it in the store's dependencies, so a read knows the store on whose behalf it happens. The
/// store's loop and its dependencies own it. Owns copies of the kept values, and the keys that
/// conditions have read. Do not release a value while its lock is held: a `deinit` of the user may
/// read again.
///
/// The second job: a subscription runs while a condition on the state holds, and the store compares
/// the conditions after each change. A condition may read a shared key that is not in the state, so
/// this object records such a key; the store then also compares when the value of the key changes.
package final class SharedReads: ReadCounter, Sendable {
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
    var noted: [any AnySharedEntry] = []
  }

  private let content = Locked(Content())
  private let reads = Atomic<Int>(0)
  private let isNoting = Atomic<Bool>(false)
  /// Has the store write a value that came from outside to its kept field, without an action;
  /// called by the effect of the field's subscription, whose cascade is the argument.
  @MainActor var whenArrived: (Cascade) -> Void = { _ in }

  package init() {}

  /// How often shared keys have been read: if it has grown, a condition that ran meanwhile has read
  /// a key.
  var count: Int { reads.load(ordering: .relaxed) }

  /// The reads of the store on whose behalf this code runs; `nil` where no store runs.
  private static var current: SharedReads? { DependencyValues.current[SharedReadsKey.self] }

  /// Returns the value of a key for the store on whose behalf this code runs.
  ///
  /// A value from the storage is not part of the store's state, so a recording keeps it.
  static func value<Value>(of key: SharedKey<Value>) -> Value {
    let storage = DependencyValues.current.sharedStorage
    let reads = current
    reads?.reads.wrappingAdd(1, ordering: .relaxed)
    if let kept = reads?.keptValue(of: key, in: storage) { return kept }
    reads?.note(key, in: storage)
    // While a store is recorded, the value is too, under this name; a replay takes it from there.
    return ReadTape.readFromCurrent("read:" + key.name) {
      storage.value(of: key) ?? key.defaultValue
    }
  }

  /// The value of the kept field of a key; `nil` if no field of the store keeps the key.
  func keptValue<Value>(of key: SharedKey<Value>, in storage: SharedStorage) -> Value? {
    let key = Key(name: key.name, storage: storage.id)
    // Not cast where there is none: a missing value can be cast to an optional one.
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
    isNoting.store(true, ordering: .relaxed)
    compare()
    isNoting.store(false, ordering: .relaxed)
    return count == before ? [] : content.withLock { exchange(&$0.noted, with: []) }
  }

  /// Forgets the keys of a storage that has ended: another one may get its id.
  func forget(_ storage: SharedStorage) {
    content.withLock { content in
      content.watched = content.watched.filter { $0.storage != storage.id }
    }
  }

  /// Adds a key that no field keeps to those that are watched, if a condition is reading it.
  private func note<Value>(_ key: SharedKey<Value>, in storage: SharedStorage) {
    guard isNoting.load(ordering: .relaxed) else { return }
    let id = Key(name: key.name, storage: storage.id)
    let isNew = content.withLock { $0.watched.insert(id).inserted }
    guard isNew, let entry = storage.acceptedEntry(of: key) else { return }
    content.withLock { $0.noted.append(entry) }
  }
}

/// The dependency in which `@SharedReader` finds the reads of its store; `nil` where no store runs.
package enum SharedReadsKey: DependencyKey {
  package static var liveValue: SharedReads? { nil }
  package static var testValue: SharedReads? { nil }
}

extension AnySharedEntry {
  /// Returns an effect that calls a function whenever the value has changed.
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
