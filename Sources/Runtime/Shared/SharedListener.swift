import RatchetDependencies
import Synchronization

/// Notifies a store that a shared value has changed in the storage, and remembers which version of
/// the value the store has seen.
///
/// Used by the entry of the key, on any thread, and by its owner: a kept field, a watched value, or
/// an effect that compares subscriptions. Owns the continuation of the stream that notifies the
/// owner. Do not listen twice: the second stream replaces the first, which receives no more
/// elements.
package final class SharedListener: Sendable {
  private let version = Atomic<UInt64>(0)
  private let continuation = Locked<AsyncStream<Void>.Continuation?>(nil)

  /// The version of the value that the store has.
  var seen: UInt64 { version.load(ordering: .relaxed) }

  func see(_ version: UInt64) {
    self.version.store(version, ordering: .relaxed)
  }

  /// Notifies the owner that the value may have changed; unread notices count as one.
  func notify() {
    continuation.withLock { $0 }?.yield()
  }

  /// Ends the stream: no changes can follow.
  func end() {
    continuation.withLock { $0 }?.finish()
  }

  /// Returns the stream of notices, which begins with one: the value may have changed before.
  func listen() -> AsyncStream<Void> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    continuation.yield()
    self.continuation.withLock { $0 = continuation }
    return stream
  }
}
