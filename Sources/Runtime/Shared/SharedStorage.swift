public import RatchetDependencies

/// Where the values of shared keys are between stores.
///
/// The stores of a program have the same storage, ``live``. In a test each test store has one of
/// its own, which is empty and in memory, also for keys that are kept in files. A test makes a
/// change from outside by one call:
///
/// ```swift
/// store.dependencies.sharedStorage.change(.settings) { $0.size = 2 }
/// await store.receive(.settingsChanged) { $0.settings.size = 2 }
/// ```
public struct SharedStorage: Sendable {
  private let entries: Locked<[String: any AnySharedEntry]>

  /// Makes an empty storage in memory.
  public init() {
    entries = Locked([:])
  }

  /// The storage of the program.
  public static let live = SharedStorage()

  /// The value of a key; `nil` if nothing has given it one.
  public func value<Value>(of key: SharedKey<Value>) -> Value? {
    entry(of: key)?.current.value
  }

  /// Changes the value of a key; for all stores of this storage that is a change from outside.
  ///
  /// Can be called on any thread. The closure is called again if another thread changes the value
  /// at the same time.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - update: Changes the value, or the key's default if there is none.
  public func change<Value>(_ key: SharedKey<Value>, _ update: (inout Value) -> Void) {
    entry(of: key)?.change(under: .current) { value, _ in
      var value = value ?? key.defaultValue
      update(&value)
      return value
    }
  }

  /// The entry of a key, which is made if there is none; `nil` if its name belongs to another key.
  func entry<Value>(of key: SharedKey<Value>) -> SharedEntry<Value>? {
    let entry = entries.withLock { entries -> any AnySharedEntry in
      if let known = entries[key.name] { return known }
      let entry = SharedEntry(key)
      entries[key.name] = entry
      return entry
    }
    return entry.path == key.location.path ? entry as? SharedEntry<Value> : nil
  }
}

extension DependencyValues {
  /// The storage of shared keys: that of the program, and in a test an empty one in memory.
  public var sharedStorage: SharedStorage {
    get { self[SharedStorageKey.self] }
    set { self[SharedStorageKey.self] = newValue }
  }
}

enum SharedStorageKey: DependencyKey {
  static var liveValue: SharedStorage { .live }
  static var testValue: SharedStorage { SharedStorage() }
}
