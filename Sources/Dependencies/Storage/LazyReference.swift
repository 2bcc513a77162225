import Synchronization

/// Storage for one object, which the first thread to need it sets for all threads.
///
/// Used by `ProcessDependencies`, and as the link of lists that only grow (`CreatedValue`).
///
/// `Synchronization.AtomicLazyReference` would do the same. It is not used because its methods are
/// compiled into the toolchain's library, where ThreadSanitizer cannot see that they synchronize:
/// it would report correct programs.
///
/// `@safe` is sound: the object is stored once, retained, and released only in `deinit`.
@safe
struct LazyReference<Object: AnyObject & Sendable>: ~Copyable, Sendable {
  private let stored = unsafe Atomic<Unmanaged<Object>?>(nil)

  deinit {
    unsafe stored.load(ordering: .acquiring)?.release()
  }

  /// The object, or `nil` if none is stored yet.
  func load() -> Object? {
    unsafe stored.load(ordering: .acquiring)?.takeUnretainedValue()
  }

  /// Stores an object unless another thread was faster; returns the stored one.
  func storeIfNil(_ object: Object) -> Object {
    let new = unsafe Unmanaged.passRetained(object)
    let (isStored, other) = unsafe stored.compareExchange(
      expected: nil, desired: new, ordering: .acquiringAndReleasing)
    guard !isStored, let other = unsafe other else { return object }
    unsafe new.release()
    return unsafe other.takeUnretainedValue()
  }
}
