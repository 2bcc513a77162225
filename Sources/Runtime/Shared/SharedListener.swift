import RatchetDependencies
import Synchronization

/// What a store knows of a shared key in the storage, and how it is told of changes.
///
/// Used by the entry of the key, on any thread, and by the store's field, which owns it. Owns the
/// end of the stream that tells the store. Do not listen twice: the second stream takes the place
/// of the first.
package final class SharedListener: Sendable {
  private let version = Atomic<UInt64>(0)
  private let continuation = Locked<AsyncStream<Void>.Continuation?>(nil)

  /// The version of the value that the store has.
  var seen: UInt64 { version.load(ordering: .relaxed) }

  func see(_ version: UInt64) {
    self.version.store(version, ordering: .relaxed)
  }

  /// Tells the store that there may be something new; several times are one.
  func notify() {
    continuation.withLock { $0 }?.yield()
  }

  /// Begins with one element, because something may have changed before.
  func listen() -> AsyncStream<Void> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    continuation.yield()
    self.continuation.withLock { $0 = continuation }
    return stream
  }
}
