import Ratchet

extension Duration {
  /// The whole nanoseconds for ``shortText``: 0 for a negative duration, and at most 292 years.
  fileprivate var wholeNanoseconds: UInt64 {
    let (seconds, attoseconds) = components
    let (nanoseconds, overflows) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    if overflows { return seconds < 0 ? 0 : UInt64(Int64.max) }
    let (sum, isTooLong) = nanoseconds.addingReportingOverflow(attoseconds / 1_000_000_000)
    if isTooLong { return seconds < 0 ? 0 : UInt64(Int64.max) }
    return UInt64(max(0, sum))
  }

  /// The duration in the largest unit, up to seconds, of which it has at least one, for
  /// explanations: `1.5 ms`.
  var shortText: String {
    let nanoseconds = Double(wholeNanoseconds)
    let units = [(1e9, "s"), (1e6, "ms"), (1e3, "us")]
    // A duration that would round to 1,000 of a unit is written in the next larger unit.
    guard let unit = units.first(where: { nanoseconds >= $0.0 * 0.99995 }) else {
      return "\(wholeNanoseconds) ns"
    }
    return "\((nanoseconds / unit.0 * 10).rounded() / 10) \(unit.1)"
  }
}
