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
