// Everything that the libraries need from the C library: a lock, an event, the stack and the
// identity of a thread, standard error, and files. No other file depends on which C library is
// used.
#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Bionic)
  import Bionic
#endif

/// A value that only one thread at a time can access; a copy has the same value.
///
/// `Synchronization.Mutex` would do the same in one word. It is not used because ThreadSanitizer
/// cannot see the slow path of its Linux implementation, and then reports correct programs with
/// lock contention. It knows pthread mutexes. Locking twice on one thread traps instead of
/// deadlocking.
///
/// `@unchecked Sendable` is sound: the value is used only in `withLock`, between lock and unlock;
/// it comes in as `sending` and leaves as `sending`, so nothing outside shares its region. `@safe`
/// is sound: `init` has initialized both parts of the buffer, which lives as long as this value.
@safe
@usableFromInline package struct Locked<Value: ~Copyable>: @unchecked Sendable {
  // One object for both, and inlinable: each of 1,000 schedules makes 11 of them. (h-seeds: 12 %)
  @usableFromInline let buffer: ManagedBuffer<PthreadMutex, Value>

  @inlinable package init(_ value: consuming sending Value) {
    buffer = LockedBuffer.create(minimumCapacity: 1) { _ in PthreadMutex() }
    let (mutex, contents) = unsafe buffer.withUnsafeMutablePointers { unsafe ($0, $1) }
    unsafe PthreadMutex.initialize(mutex)
    unsafe contents.initialize(to: value)
  }

  /// Calls `body` with exclusive access to the value; blocks until the lock is free.
  ///
  /// Not re-entrant: `body` must not lock the same value again.
  @inlinable package func withLock<Result: ~Copyable, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    let (mutex, contents) = unsafe buffer.withUnsafeMutablePointers { unsafe ($0, $1) }
    unsafe PthreadMutex.lock(mutex)
    defer {
      unsafe PthreadMutex.unlock(mutex)
      withExtendedLifetime(buffer) {}
    }
    return try unsafe body(&contents.pointee)
  }
}

/// The mutex and the value of a `Locked`.
@usableFromInline final class LockedBuffer<Value: ~Copyable>: ManagedBuffer<PthreadMutex, Value> {
  @inlinable deinit {
    // Safe: `Locked` has initialized both, and nothing else uses them any more.
    unsafe withUnsafeMutablePointers { mutex, contents in
      unsafe PthreadMutex.destroy(mutex)
      unsafe contents.deinitialize(count: 1)
    }
  }
}

/// Room for a mutex of the C library, which must not be moved while it is initialized.
@usableFromInline struct PthreadMutex {
  private var words: (UInt, UInt, UInt, UInt, UInt, UInt, UInt, UInt) = (0, 0, 0, 0, 0, 0, 0, 0)

  @usableFromInline init() {}

  @usableFromInline static func initialize(_ mutex: UnsafeMutablePointer<Self>) {
    let hasRoom = unsafe UnsafeRawPointer(pointer(mutex) + 1) <= UnsafeRawPointer(mutex + 1)
    precondition(hasRoom, "The C library's mutex is larger than the room for one.")
    var attributes = pthread_mutexattr_t()
    unsafe pthread_mutexattr_init(&attributes)
    unsafe pthread_mutexattr_settype(&attributes, Int32(PTHREAD_MUTEX_ERRORCHECK))
    let status = unsafe pthread_mutex_init(pointer(mutex), &attributes)
    precondition(status == 0, "A lock could not be made: error \(status).")
    unsafe pthread_mutexattr_destroy(&attributes)
  }

  @usableFromInline static func destroy(_ mutex: UnsafeMutablePointer<Self>) {
    unsafe pthread_mutex_destroy(pointer(mutex))
  }

  @usableFromInline static func lock(_ mutex: UnsafeMutablePointer<Self>) {
    let status = unsafe pthread_mutex_lock(pointer(mutex))
    precondition(status == 0, "A lock was taken twice by one thread: error \(status).")
  }

  @usableFromInline static func unlock(_ mutex: UnsafeMutablePointer<Self>) {
    unsafe pthread_mutex_unlock(pointer(mutex))
  }

  private static func pointer(
    _ mutex: UnsafeMutablePointer<Self>
  ) -> UnsafeMutablePointer<pthread_mutex_t> {
    // Safe: there is room for one (`initialize`), at an address that suits any word.
    unsafe UnsafeMutableRawPointer(mutex).assumingMemoryBound(to: pthread_mutex_t.self)
  }
}

/// A one-time event that threads can wait for.
///
/// A pthread condition, because ThreadSanitizer knows it.
///
/// `@unchecked Sendable` is sound: `isOpen` is read and written only while `mutex` is locked, and
/// the pointers are constants. `@safe` is sound: the pointers are private and live from `init` to
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

  /// Blocks until `open` is called or the time is over; returns false in the latter case.
  func wait(for duration: Duration) -> Bool {
    let clock = ContinuousClock()
    let end = clock.now + duration
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    // The condition uses wall-clock time, which can be set, so the clock decides.
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
  /// The wall-clock time after a duration.
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

/// Writes a text with one call, so that texts of several threads do not mix; retries what is not
/// written at once, and gives up on an error.
func writeToStandardError(_ text: String) {
  var rest = Array(text.utf8)[...]
  while !rest.isEmpty {
    // Safe: the pointer is valid for this many bytes during the call.
    let written = unsafe rest.withUnsafeBytes { unsafe write(2, $0.baseAddress, $0.count) }
    if written > 0 {
      rest.removeFirst(written)
    } else if written == 0 || errno != EINTR {
      return
    }
  }
}

/// An error of a failed file operation.
package struct FileFailure: Error {
  /// The system's message.
  package let reason: String

  init(code: Int32 = errno) {
    // Safe: the text is copied at once, from a pointer that is never null.
    reason = unsafe String(cString: strerror(code))
  }
}

/// An open file, closed when this object is released.
package final class OpenFile: Sendable {
  private let descriptor: Int32

  /// Opens a file for reading.
  package init(reading path: String) throws(FileFailure) {
    descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    if descriptor < 0 { throw FileFailure() }
  }

  /// Opens a file for appending, or creates it.
  package init(appending path: String) throws(FileFailure) {
    // A recording may contain private data of its user.
    descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    if descriptor < 0 { throw FileFailure() }
  }

  deinit {
    // The lock, too, would otherwise stay with a process that is just being started.
    _ = flock(descriptor, LOCK_UN)
    close(descriptor)
  }

  /// Locks the file as long as this object lives; returns false if another object, here or in
  /// another process, has locked it.
  ///
  /// Devices are not locked, nor files of systems without locks.
  package func lock() -> Bool {
    guard length != nil, flock(descriptor, LOCK_EX | LOCK_NB) != 0 else { return true }
    return errno != EWOULDBLOCK
  }

  /// The number of bytes; `nil` for what is no regular file.
  package var length: Int? {
    var status = stat()
    // Safe: the call writes to the variable and keeps no pointer to it.
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      return nil
    }
    return Int(status.st_size)
  }

  /// Removes the bytes after the first `length`.
  package func truncate(to length: Int) throws(FileFailure) {
    if ftruncate(descriptor, off_t(length)) != 0 { throw FileFailure() }
  }

  /// Reads the bytes available at once, at most `count`; empty at the end of the file.
  package func read(_ count: Int) throws(FileFailure) -> [UInt8] {
    while true {
      var code: Int32 = 0
      // Safe: the pointer is valid for this many bytes during the call.
      let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
        let result = unsafe Self.system(descriptor, buffer.baseAddress, count)
        if result < 0 { code = errno }
        initialized = max(0, result)
      }
      if code == 0 { return bytes }
      if code != EINTR { throw FileFailure(code: code) }
    }
  }

  // Named differently, because `read` would refer to the method above.
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

  /// Writes all bytes, with one call if the system accepts them at once.
  package func append(_ bytes: [UInt8]) throws(FileFailure) {
    var rest = bytes[...]
    while !rest.isEmpty {
      // Safe: the pointer is valid for this many bytes during the call.
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
  /// The first position of a byte at or after a position.
  package func firstIndex(of byte: UInt8, from start: Int) -> Int? {
    // Safe: the pointers are into the buffer, start at a valid position, and are not kept.
    unsafe withUnsafeBytes { buffer in
      guard start < buffer.count, let base = buffer.baseAddress,
        let found = unsafe memchr(base + start, Int32(byte), buffer.count - start)
      else { return nil }
      return unsafe UnsafeRawPointer(found) - base
    }
  }
}
