#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Bionic)
  import Bionic
#endif

/// A value that only one thread at a time can reach.
///
/// `Synchronization.Mutex` would do the same in one word. It is not used because the slow path of its
/// Linux implementation is invisible to ThreadSanitizer, which then reports correct programs whose lock
/// is contended. A pthread mutex is known to it. Locking twice on one thread traps instead of hanging.
///
/// `@unchecked Sendable` is sound: `guarded` is touched in `withLock` only, between lock and unlock; it
/// comes in as `sending` and leaves as `sending`, so nothing outside shares its region. `@safe` is: the
/// pointer stays in here and lives from `init` to `deinit`.
@safe
package final class Guarded<Value: ~Copyable>: @unchecked Sendable {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private var guarded: Contents

  /// Never empty: ThreadSanitizer reports races on the address of an empty stored property, which is
  /// that of something else.
  private struct Contents: ~Copyable {
    var value: Value
    private let padding: UInt8 = 0

    init(_ value: consuming sending Value) { self.value = value }
  }

  package init(_ value: consuming sending Value) {
    guarded = Contents(value)
    unsafe mutex = .allocate(capacity: 1)
    var attributes = pthread_mutexattr_t()
    unsafe pthread_mutexattr_init(&attributes)
    unsafe pthread_mutexattr_settype(&attributes, Int32(PTHREAD_MUTEX_ERRORCHECK))
    let status = unsafe pthread_mutex_init(mutex, &attributes)
    precondition(status == 0, "A lock could not be made: error \(status).")
    unsafe pthread_mutexattr_destroy(&attributes)
  }

  deinit {
    unsafe pthread_mutex_destroy(mutex)
    unsafe mutex.deallocate()
  }

  /// Runs `body` with the value while no other thread has it; blocks until that is so.
  ///
  /// Not re-entrant: `body` must not lock the same value again.
  package func withLock<Result: ~Copyable, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    let status = unsafe pthread_mutex_lock(mutex)
    precondition(status == 0, "A lock was taken twice by one thread: error \(status).")
    defer { unsafe pthread_mutex_unlock(mutex) }
    return try body(&guarded.value)
  }
}
