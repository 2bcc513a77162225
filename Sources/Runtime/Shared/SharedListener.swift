import RatchetDependencies
import Synchronization

/// Notifies a store that a shared value has changed in the storage, and remembers which version of
/// the value the store has seen.
///
/// Used by the entry of the key (`SharedEntry`), which notifies it on any thread, and by its owner:
/// a kept field (`KeptLink`), a value that views observe (`StoreSharing`), or an effect that
/// compares the conditions of subscriptions (`SharedReads`). Owns the continuation of the stream
/// that notifies the owner. Do not listen twice: the second stream replaces the first, which
/// receives no more elements.
package final class SharedListener: Sendable {
  private let version = Atomic<UInt64>(0)
  private let continuation = Locked<AsyncStream<Void>.Continuation?>(nil)

  /// The version of the value that the store has seen.
  var seen: UInt64 { version.load(ordering: .relaxed) }

  /// Records the version that the store has now seen.
  func see(_ version: UInt64) {
    self.version.store(version, ordering: .relaxed)
  }

  /// Notifies the owner that the value may have changed; notices that it has not read yet count as
  /// one.
  func notify() {
    continuation.withLock { $0 }?.yield()
  }

  /// Ends the stream: the value does not change any more.
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
