import RatchetDependencies

/// The value of a shared key in a storage, whatever its type.
protocol AnySharedEntry: Sendable {
  /// Where the key is kept, for comparison with another one of the same name.
  var path: String? { get }
}

/// The value of a shared key in a storage, for all stores of the process.
///
/// A change is a function of the value before it, which is called without a lock, and again if
/// another thread was faster: so no change is lost, and what is the user's runs without a lock.
final class SharedEntry<Value: Equatable & Sendable>: AnySharedEntry {
  private struct Content: Sendable {
    /// `nil` until somebody knows one.
    var value: Value?
    /// Grows with each change.
    var version: UInt64 = 1
    var listeners: [ObjectIdentifier: WeakListener] = [:]
  }

  private struct WeakListener: Sendable {
    weak var listener: SharedListener?
  }

  let path: String?
  private let content = Locked(Content())

  init(_ key: SharedKey<Value>) {
    path = key.location.path
  }

  var current: (value: Value?, version: UInt64) {
    content.withLock { ($0.value, $0.version) }
  }

  /// Takes a value if there is none; returns the one that is there then.
  func provide(_ value: Value) -> (value: Value, version: UInt64) {
    content.withLock { content in
      let value = content.value ?? value
      content.value = value
      return (value, content.version)
    }
  }

  /// Changes the value, and tells all listeners but one; returns the new value.
  @discardableResult
  func change(
    by author: SharedListener? = nil, under dependencies: DependencyValues,
    _ transform: (Value?, _ version: UInt64) -> Value
  ) -> (value: Value, version: UInt64) {
    while true {
      let (old, version) = current
      let new = transform(old, version)
      if new == old { return (new, version) }
      guard let listeners = replace(version, by: new) else { continue }
      for listener in listeners where listener !== author { listener.notify() }
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
      return (old, content.listeners.values.compactMap(\.listener))
    }
    // Released without the lock.
    withExtendedLifetime(old) {}
    return listeners
  }

  /// One element when something may have changed that a listener has not seen.
  func changes(for listener: SharedListener) -> AsyncStream<Void> {
    let id = ObjectIdentifier(listener)
    content.withLock { $0.listeners[id] = WeakListener(listener: listener) }
    return listener.listen()
  }
}
