/// Limits the real time of one call of `TestStore.waiting(upTo:)`, in which a test store lets
/// effects continue that another thread resumes.
struct RealTimeWindow: Sendable {
  private let opened: ContinuousClock.Instant
  private let limit: Duration
  let closes: ContinuousClock.Instant

  /// Opens a window; a nested one never closes later than its outer one.
  init(limit: Duration, inside outer: RealTimeWindow?) {
    opened = .now
    self.limit = limit
    closes = min(opened + limit, outer?.closes ?? opened + limit)
  }

  /// How long the store has waited, for a failure in the window.
  var text: String {
    let now = ContinuousClock.now
    if now >= closes {
      return
        "Waited \(closes - opened) for what is outside of the test store, all that "
        + "'waiting(upTo:)' allows."
    }
    return "Waited \(now - opened) of \(limit) for what is outside of the test store."
  }
}

/// Limits the real time for which a step that is about to fail waits for events from outside the
/// store, such as the end of a task that an operation made.
///
/// The period consists of slices. Each counts once, however long it takes: if other tests keep the
/// main queue busy for a second, that uses up one slice instead of all.
package struct GracePeriod {
  package static var duration: Duration { .milliseconds(250) }

  private static var slice: Duration { .milliseconds(10) }

  private var left: Int
  private var sliceEnd: ContinuousClock.Instant?

  /// Makes a full period, or an exhausted one.
  package init(isGranted: Bool = true) {
    left = isGranted ? Int(Self.duration / Self.slice) : 0
  }

  /// The end of the current slice; `nil` when all are used up.
  package mutating func end(at now: ContinuousClock.Instant) -> ContinuousClock.Instant? {
    if let sliceEnd, now < sliceEnd { return sliceEnd }
    guard left > 0 else { return nil }
    left -= 1
    let end = now + Self.slice
    sliceEnd = end
    return end
  }
}
