// What the libraries need from the C library, except files (`OpenFile`) and the watching of folders
// (`FolderEvents`, `FolderWatch`): a lock, the identity of a thread, a call at the exit of the
// process, and standard error.
#if canImport(Darwin)
  public import Darwin
#elseif canImport(Glibc)
  public import Glibc
#elseif canImport(Musl)
  public import Musl
#elseif canImport(Bionic)
  public import Bionic
#endif

/// A value that only one thread at a time can access; copies of a `Locked` share the value.
///
/// `Synchronization.Mutex` would do the same in less memory. It is not used because ThreadSanitizer
/// cannot see the slow path of its Linux implementation, and then reports correct programs with
/// lock contention. It knows pthread mutexes. Locking twice on one thread traps instead of
/// deadlocking.
///
/// `@unchecked Sendable` is sound: the value is used only in `withLock`, between lock and unlock;
/// it comes in as `sending` and leaves as `sending`, so nothing outside shares its region. `@safe`
/// is sound: `init` has initialized both parts of the buffer, which lives as long as this value.
@safe
@usableFromInline package struct Locked<Value: ~Copyable>: @unchecked Sendable {
  // One object has both the mutex and the value, and the code is inlinable, to make locks cheap: a
  // test that tries 1,000 schedules makes 11 locks in each.
  @usableFromInline let buffer: ManagedBuffer<pthread_mutex_t, Value>

  @inlinable package init(_ value: consuming sending Value) {
    unsafe buffer = LockedBuffer.create(minimumCapacity: 1) { _ in unsafe pthread_mutex_t() }
    let (mutex, contents) = unsafe buffer.withUnsafeMutablePointers { unsafe ($0, $1) }
    unsafe pthread_mutex_t.initialize(mutex)
    unsafe contents.initialize(to: value)
  }

  /// Calls `body` with exclusive access to the value; blocks until the lock is free.
  ///
  /// Not re-entrant: `body` must not lock the same value again.
  @inlinable package func withLock<Result: ~Copyable, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    let (mutex, contents) = unsafe buffer.withUnsafeMutablePointers { unsafe ($0, $1) }
    unsafe pthread_mutex_t.lock(mutex)
    defer {
      unsafe pthread_mutex_unlock(mutex)
      unsafe withExtendedLifetime(buffer) {}
    }
    return try unsafe body(&contents.pointee)
  }
}

/// The mutex and the value of a `Locked`.
@safe
@usableFromInline final class LockedBuffer<Value: ~Copyable>: ManagedBuffer<pthread_mutex_t, Value>
{
  @inlinable deinit {
    // Safe: `Locked` has initialized both, and nothing else uses them any more.
    unsafe withUnsafeMutablePointers { mutex, contents in
      unsafe pthread_mutex_destroy(mutex)
      unsafe contents.deinitialize(count: 1)
    }
  }
}

extension pthread_mutex_t {
  @usableFromInline static func initialize(_ mutex: UnsafeMutablePointer<Self>) {
    var attributes = pthread_mutexattr_t()
    unsafe pthread_mutexattr_init(&attributes)
    unsafe pthread_mutexattr_settype(&attributes, Int32(PTHREAD_MUTEX_ERRORCHECK))
    let status = unsafe pthread_mutex_init(mutex, &attributes)
    precondition(status == 0, "A lock could not be made: error \(status).")
    unsafe pthread_mutexattr_destroy(&attributes)
  }

  @usableFromInline static func lock(_ mutex: UnsafeMutablePointer<Self>) {
    let status = unsafe pthread_mutex_lock(mutex)
    precondition(
      status == 0,
      "A thread locked a value twice: inside 'withLock', use its argument. Error \(status).")
  }
}

/// The identity of a thread during its lifetime.
struct ThreadIdentity: Hashable, Sendable {
  private let address: UInt

  static var current: ThreadIdentity {
    #if canImport(Glibc)
      ThreadIdentity(address: pthread_self())
    #else
      // Safe: only the address is used.
      unsafe ThreadIdentity(address: UInt(bitPattern: pthread_self()))
    #endif
  }
}

/// Registers a function to be called when the process exits.
package func whenProcessExits(_ function: @convention(c) () -> Void) {
  atexit(function)
}

/// Writes a text with one call, so that texts of several threads do not mix.
func writeToStandardError(_ text: String) {
  _ = writeAll(Array(text.utf8), to: 2)
}

/// Writes all bytes, in several calls if need be; returns false after an error, with its number in
/// `errno`.
package func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
  var rest = bytes[...]
  while !rest.isEmpty {
    // Safe: the pointer is valid for this many bytes during the call.
    let written = unsafe rest.withUnsafeBytes { buffer in
      unsafe write(descriptor, buffer.baseAddress, buffer.count)
    }
    if written > 0 {
      rest.removeFirst(written)
    } else if written == 0 || errno != EINTR {
      return false
    }
  }
  return true
}
