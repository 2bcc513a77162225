/// Limits the real time for which a step that is about to fail waits for events from outside the
/// store, such as the end of a task that an operation made.
///
/// Used by `TestRun`, which makes one for each step. The period consists of short parts, each of
/// which counts once, however late the waiting task continues: a busy main queue uses up one part,
/// not the whole period (`TestLimits.gracePeriodPart`).
package struct GracePeriod {
  /// The length of a part.
  private let part: Duration
  /// The number of parts that have not begun.
  private var left: Int
  private var partEnd: ContinuousClock.Instant?

  /// Makes a full period, or an exhausted one for a step that may not wait.
  package init(_ limits: TestLimits, isGranted: Bool = true) {
    part = limits.gracePeriodPart
    left = isGranted ? Int(limits.gracePeriod / part) : 0
  }

  /// The end of the current part, or of the next one if that has passed; `nil` when all parts are
  /// used up.
  package mutating func end(at now: ContinuousClock.Instant) -> ContinuousClock.Instant? {
    if let partEnd, now < partEnd { return partEnd }
    guard left > 0 else { return nil }
    left -= 1
    let end = now + part
    partEnd = end
    return end
  }
}
