/// Counts durations in bounded memory, and finds how long a share of them took at most.
///
/// A duration is known to an eighth: there are eight buckets for each power of two of nanoseconds.
struct DurationHistogram {
  private var counts: [Int] = []
  private(set) var count = 0
  private(set) var longest = Duration.zero

  mutating func add(_ duration: Duration) {
    let bucket = Self.bucket(of: duration.wholeNanoseconds)
    if bucket >= counts.count {
      counts += repeatElement(0, count: bucket + 1 - counts.count)
    }
    counts[bucket] += 1
    count += 1
    longest = max(longest, duration)
  }

  /// The time within which so many of a hundred durations were; zero if there is none.
  func percentile(_ percent: Int) -> Duration {
    var rest = max(1, (count * min(max(percent, 0), 100) + 99) / 100)
    for (bucket, count) in counts.enumerated() {
      rest -= count
      if rest <= 0 { return min(.nanoseconds(Self.upperBound(of: bucket)), longest) }
    }
    return longest
  }

  private static func bucket(of nanoseconds: UInt64) -> Int {
    if nanoseconds < 8 { return Int(nanoseconds) }
    let exponent = 63 - nanoseconds.leadingZeroBitCount
    return (exponent - 2) * 8 + Int(nanoseconds >> (exponent - 3) & 7)
  }

  private static func upperBound(of bucket: Int) -> Int64 {
    if bucket < 8 { return Int64(bucket) }
    let shift = bucket / 8 - 1
    return Int64(clamping: (UInt64(bucket % 8 + 9) << shift) &- 1)
  }
}

extension Duration {
  /// Never negative, and at most 292 years.
  fileprivate var wholeNanoseconds: UInt64 {
    let (seconds, attoseconds) = components
    let (nanoseconds, overflows) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    if overflows { return seconds < 0 ? 0 : UInt64(Int64.max) }
    let (sum, isTooLong) = nanoseconds.addingReportingOverflow(attoseconds / 1_000_000_000)
    return isTooLong ? UInt64(Int64.max) : UInt64(max(0, sum))
  }

  /// The time in the unit that suits it: `1.5 ms`.
  var shortText: String {
    let nanoseconds = Double(wholeNanoseconds)
    let units = [(1e9, "s"), (1e6, "ms"), (1e3, "us")]
    guard let unit = units.first(where: { nanoseconds >= $0.0 }) else {
      return "\(wholeNanoseconds) ns"
    }
    return "\((nanoseconds / unit.0 * 10).rounded() / 10) \(unit.1)"
  }
}
