// Everything that the libraries need from the C library: a lock, an event, the identity of a
// thread, standard error, and files. No other file needs to know which C library there is.
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
/// `Synchronization.Mutex` would do the same in one word. It is not used because the slow path of
/// its Linux implementation is invisible to ThreadSanitizer, which then reports correct programs
/// whose lock is contended. A pthread mutex is known to it. Locking twice on one thread traps
/// instead of hanging.
///
/// `@unchecked Sendable` is sound: `contents` is used in `withLock` only, between lock and unlock;
/// it comes in as `sending` and leaves as `sending`, so nothing outside shares its region. `@safe`
/// is: the pointer is private and lives from `init` to `deinit`.
@safe
package final class Locked<Value: ~Copyable>: @unchecked Sendable {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private var contents: Contents

  /// Never empty: ThreadSanitizer reports races on the address of an empty stored property, which
  /// is that of something else.
  private struct Contents: ~Copyable {
    var value: Value
    private let padding: UInt8 = 0

    init(_ value: consuming sending Value) { self.value = value }
  }

  package init(_ value: consuming sending Value) {
    contents = Contents(value)
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
    return try body(&contents.value)
  }
}

/// An event that happens once, for which threads can wait.
///
/// A pthread condition, because ThreadSanitizer knows it.
///
/// `@unchecked Sendable` is sound: `isOpen` is read and written only while `mutex` is locked, and
/// the pointers are constants. `@safe` is: the pointers are private and live from `init` to
/// `deinit`.
@safe
final class Latch: @unchecked Sendable {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let condition: UnsafeMutablePointer<pthread_cond_t>
  private var isOpen = false

  init() {
    unsafe mutex = .allocate(capacity: 1)
    unsafe condition = .allocate(capacity: 1)
    let statuses = unsafe [pthread_mutex_init(mutex, nil), pthread_cond_init(condition, nil)]
    precondition(statuses == [0, 0], "A lock could not be made: errors \(statuses).")
  }

  deinit {
    unsafe pthread_cond_destroy(condition)
    unsafe condition.deallocate()
    unsafe pthread_mutex_destroy(mutex)
    unsafe mutex.deallocate()
  }

  /// Resumes all threads that wait, now or later.
  func open() {
    unsafe pthread_mutex_lock(mutex)
    isOpen = true
    unsafe pthread_cond_broadcast(condition)
    unsafe pthread_mutex_unlock(mutex)
  }

  /// Blocks until `open` is called.
  func wait() {
    unsafe pthread_mutex_lock(mutex)
    while !isOpen { unsafe pthread_cond_wait(condition, mutex) }
    unsafe pthread_mutex_unlock(mutex)
  }

  /// Blocks until `open` is called or the time is over; false in the latter case.
  func wait(for duration: Duration) -> Bool {
    let clock = ContinuousClock()
    let end = clock.now + duration
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    // The condition waits by the time of day, which can be set, so the clock decides.
    while !isOpen {
      let left = clock.now.duration(to: end)
      guard left > .zero else { return false }
      var deadline = timespec(fromNow: left)
      unsafe pthread_cond_timedwait(condition, mutex, &deadline)
    }
    return true
  }
}

extension timespec {
  /// The time of day after a duration.
  fileprivate init(fromNow duration: Duration) {
    self.init()
    // Safe: the call writes to `self` and keeps no pointer to it.
    unsafe clock_gettime(CLOCK_REALTIME, &self)
    let (seconds, attoseconds) = duration.components
    let nanoseconds = tv_nsec + Int(attoseconds / 1_000_000_000)
    tv_sec += Int(seconds) + nanoseconds / 1_000_000_000
    tv_nsec = nanoseconds % 1_000_000_000
  }
}

/// The identity of a thread for as long as that thread lives.
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

/// Writes a text with one call, so that texts of several threads do not mix; what the descriptor
/// does not take at once is written next, and an error ends it.
func writeToStandardError(_ text: String) {
  var rest = Array(text.utf8)[...]
  while !rest.isEmpty {
    // Safe: the pointer is used, with the number of bytes that it points to, while it is valid.
    let written = unsafe rest.withUnsafeBytes { unsafe write(2, $0.baseAddress, $0.count) }
    if written > 0 {
      rest.removeFirst(written)
    } else if written == 0 || errno != EINTR {
      return
    }
  }
}

/// A call about a file that failed.
package struct FileFailure: Error {
  /// What the system says, in words.
  package let reason: String

  init(code: Int32 = errno) {
    // Safe: the text is copied at once, from a pointer that is never null.
    reason = unsafe String(cString: strerror(code))
  }
}

/// An open file, which is closed with this object.
package final class OpenFile: Sendable {
  private let descriptor: Int32

  /// Opens a file to read it.
  package init(reading path: String) throws(FileFailure) {
    descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    if descriptor < 0 { throw FileFailure() }
  }

  /// Makes an empty file, or empties the one that is there, to append to it.
  package init(replacing path: String) throws(FileFailure) {
    let flags = O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC
    // A recording may hold what only its user may see.
    descriptor = unsafe open(path, flags, 0o600)
    if descriptor < 0 { throw FileFailure() }
  }

  deinit {
    close(descriptor)
  }

  /// The next bytes, as many as come at once but not more than `count`; none at the end.
  package func read(_ count: Int) throws(FileFailure) -> [UInt8] {
    while true {
      var code: Int32 = 0
      // Safe: the pointer is used, for as many bytes as it has room for, while it is valid.
      let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
        let result = unsafe Self.system(descriptor, buffer.baseAddress, count)
        if result < 0 { code = errno }
        initialized = max(0, result)
      }
      if code == 0 { return bytes }
      if code != EINTR { throw FileFailure(code: code) }
    }
  }

  // Under a name of its own, because `read` is that of the method above.
  @unsafe private static func system(
    _ descriptor: Int32, _ pointer: UnsafeMutableRawPointer?, _ count: Int
  ) -> Int {
    #if canImport(Darwin)
      unsafe Darwin.read(descriptor, pointer, count)
    #elseif canImport(Glibc)
      unsafe Glibc.read(descriptor, pointer, count)
    #elseif canImport(Musl)
      unsafe Musl.read(descriptor, pointer, count)
    #else
      unsafe Bionic.read(descriptor, pointer, count)
    #endif
  }

  /// Writes all bytes, with one call if the system takes them at once.
  package func append(_ bytes: [UInt8]) throws(FileFailure) {
    var rest = bytes[...]
    while !rest.isEmpty {
      // Safe: the pointer is used, with the number of bytes that it points to, while it is valid.
      let written = unsafe rest.withUnsafeBytes {
        unsafe write(descriptor, $0.baseAddress, $0.count)
      }
      if written > 0 {
        rest.removeFirst(written)
      } else if written == 0 || errno != EINTR {
        throw FileFailure()
      }
    }
  }
}

extension [UInt8] {
  /// The first position of a byte, at a position or after it.
  package func firstIndex(of byte: UInt8, from start: Int) -> Int? {
    // Safe: the pointers are into the buffer, from a position that is in it, and not kept.
    unsafe withUnsafeBytes { buffer in
      guard start < buffer.count, let base = buffer.baseAddress,
        let found = unsafe memchr(base + start, Int32(byte), buffer.count - start)
      else { return nil }
      return unsafe UnsafeRawPointer(found) - base
    }
  }
}
