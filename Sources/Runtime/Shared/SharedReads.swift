import RatchetDependencies
import Synchronization

/// What the reducers and effects of one store read of shared keys.
///
/// Used by reducers, effects, and conditions of one store; its loop and its dependencies own it.
/// Owns what the kept fields have. Do not release a value while its lock is held.
///
/// In the store's dependencies, so that a read finds the store on whose behalf it happens.
package final class SharedReads: Sendable {
  private struct Key: Hashable {
    let name: String
    let storage: ObjectIdentifier
  }

  private struct Content {
    /// What the kept fields of the store have.
    var kept: [Key: any Sendable] = [:]
    /// Keys that no field keeps and that conditions of subscriptions have read.
    var watched: Set<Key> = []
    /// The entries of those that were read for the first time in this comparison.
    var noted: [any AnySharedEntry] = []
  }

  private let content = Locked(Content())
  private let reads = Atomic<Int>(0)
  private let isNoting = Atomic<Bool>(false)

  package init() {}

  /// How often shared keys have been read.
  var count: Int { reads.load(ordering: .relaxed) }

  /// Those of the store on whose behalf this is called.
  private static var current: SharedReads? { DependencyValues.current[SharedReadsKey.self] }

  /// The value of a key at this moment.
  static func value<Value>(of key: SharedKey<Value>) -> Value {
    let storage = DependencyValues.current.sharedStorage
    let reads = current
    reads?.reads.wrappingAdd(1, ordering: .relaxed)
    if let kept = reads?.keptValue(of: key, in: storage) { return kept }
    reads?.note(key, in: storage)
    // The name under which a recording has what was read.
    return DrawTape.draw(any: "read:" + key.name) {
      storage.value(of: key) ?? key.defaultValue
    }
  }

  /// What a kept field has; `nil` if the store keeps none.
  func keptValue<Value>(of key: SharedKey<Value>, in storage: SharedStorage) -> Value? {
    let key = Key(name: key.name, storage: storage.id)
    return content.withLock { $0.kept[key] } as? Value
  }

  func keep<Value>(_ value: Value, of key: SharedKey<Value>, in storage: SharedStorage) {
    let key = Key(name: key.name, storage: storage.id)
    let old = content.withLock { $0.kept.updateValue(value, forKey: key) }
    // Released without the lock.
    extendLifetime(old)
  }

  /// Forgets what the kept fields have: the store has ended, and what was made in it may go on.
  func end() {
    let old = content.withLock { exchange(&$0.kept, with: [:]) }
    // Released without the lock.
    extendLifetime(old)
  }

  // MARK: - Conditions of subscriptions

  /// Compares conditions; returns the entries of the keys that they read for the first time.
  func noting(_ compare: () -> Void) -> [any AnySharedEntry] {
    let before = count
    isNoting.store(true, ordering: .relaxed)
    compare()
    isNoting.store(false, ordering: .relaxed)
    return count == before ? [] : content.withLock { exchange(&$0.noted, with: []) }
  }

  private func note<Value>(_ key: SharedKey<Value>, in storage: SharedStorage) {
    guard isNoting.load(ordering: .relaxed) else { return }
    let id = Key(name: key.name, storage: storage.id)
    let isNew = content.withLock { $0.watched.insert(id).inserted }
    guard isNew, let entry = storage.acceptedEntry(of: key) else { return }
    content.withLock { $0.noted.append(entry) }
  }
}

/// What is read of shared keys on behalf of a store; `nil` where none runs.
package enum SharedReadsKey: DependencyKey {
  package static var liveValue: SharedReads? { nil }
  package static var testValue: SharedReads? { nil }
}

extension AnySharedEntry {
  /// An effect that compares the subscriptions of its store when the value has changed.
  func comparing<Action: Sendable>() -> Effect<Action> {
    let listener = SharedListener()
    let operation: @MainActor @Sendable (Send<Action>) async -> Void = { _ in
      for await _ in changes(for: listener) {
        RunningEffect.current.get()?.compareSubscriptions()
      }
    }
    return .run(name: "shared.\(name)", operation: operation)
  }
}
