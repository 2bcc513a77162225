#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Bionic)
  import Bionic
#endif

/// Something that happens once, for which threads can wait.
///
/// A pthread condition, because ThreadSanitizer knows it.
///
/// `@unchecked Sendable` is sound: `isOpen` is read and written only while `mutex` is locked, and the pointers are
/// constants. `@safe` is: nothing outside sees the pointers, which live from `init` to `deinit`.
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

  /// Lets all threads go on that wait, now or later.
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

  /// Blocks until `open` is called, or the time is over; false in the latter case.
  func wait(for duration: Duration) -> Bool {
    let clock = ContinuousClock()
    let end = clock.now + duration
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    // Waits by the time of day, which can be set, so the clock decides.
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
    unsafe clock_gettime(CLOCK_REALTIME, &self)
    let (seconds, attoseconds) = duration.components
    let nanoseconds = tv_nsec + Int(attoseconds / 1_000_000_000)
    tv_sec += Int(seconds) + nanoseconds / 1_000_000_000
    tv_nsec = nanoseconds % 1_000_000_000
  }
}
