/// The time in which a test store lets in what comes from outside.
struct RealTimeWindow: Sendable {
  private let opened: ContinuousClock.Instant
  private let limit: Duration
  let closes: ContinuousClock.Instant

  /// Opens a window; one inside another never closes later.
  init(limit: Duration, inside outer: RealTimeWindow?) {
    opened = .now
    self.limit = limit
    closes = min(opened + limit, outer?.closes ?? opened + limit)
  }

  /// How long was waited, for a failure.
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

/// The real time that a step which is about to fail waits for what is outside of the store.
///
/// Cut into slices, each counted once however long it became: a main queue that was busy with
/// something else for a second takes one slice from it, and not all.
package struct GracePeriod {
  package static var duration: Duration { .milliseconds(250) }

  private static var slice: Duration { .milliseconds(10) }

  private var left: Int
  private var sliceEnd: ContinuousClock.Instant?

  /// Makes a whole one, or one that is used up.
  package init(isGranted: Bool = true) {
    left = isGranted ? Int(Self.duration / Self.slice) : 0
  }

  /// When the current slice ends; `nil` when all are used up.
  package mutating func end(at now: ContinuousClock.Instant) -> ContinuousClock.Instant? {
    if let sliceEnd, now < sliceEnd { return sliceEnd }
    guard left > 0 else { return nil }
    left -= 1
    let end = now + Self.slice
    sliceEnd = end
    return end
  }
}
