/// Limits the real time for which a step that is about to fail waits for events from outside the
/// store, such as the end of a task that an operation made.
///
/// It consists of parts, each of which counts once: see `TestLimits.gracePeriodPart`.
package struct GracePeriod {
  private let part: Duration
  private var left: Int
  private var partEnd: ContinuousClock.Instant?

  /// Makes a full period, or an exhausted one.
  package init(_ limits: TestLimits, isGranted: Bool = true) {
    part = limits.gracePeriodPart
    left = isGranted ? Int(limits.gracePeriod / part) : 0
  }

  /// The end of the current part; `nil` when all are used up.
  package mutating func end(at now: ContinuousClock.Instant) -> ContinuousClock.Instant? {
    if let partEnd, now < partEnd { return partEnd }
    guard left > 0 else { return nil }
    left -= 1
    let end = now + part
    partEnd = end
    return end
  }
}
