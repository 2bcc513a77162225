import Foundation
import Ratchet
import Synchronization

/// Held while a value is compared and saved.
private let lock = Mutex(())
/// Posted when one is saved: Foundation posts no change of the defaults on Linux.
private let saved = Notification.Name("RatchetDefaults.saved")

/// Keeps the value of a shared key in the user's defaults, as JSON.
package final class DefaultsBackend<Value: Codable & Equatable & Sendable>: SharedBackend {
  package let identity: String

  package init(_ name: String) { identity = name }

  package func read() throws -> Value? {
    try UserDefaults.standard.data(forKey: identity).map {
      try JSONDecoder().decode(Value.self, from: $0)
    }
  }

  package func save(_ value: Value, replacing known: Value?) throws -> Value? {
    let data = try JSONEncoder().encode(value)
    let stored: Value? = try lock.withLock { _ in
      if let stored = try read(), stored != known { return stored }
      UserDefaults.standard.set(data, forKey: identity)
      return nil
    }
    if stored == nil { NotificationCenter.default.post(name: saved, object: nil) }
    return stored
  }

  package func changes() -> AsyncStream<Void> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    // Until the process ends, as the values of a program's storage do.
    _ = NotificationCenter.default.addObserver(
      forName: saved, object: nil, queue: nil
    ) { _ in continuation.yield() }
    return stream
  }
}
