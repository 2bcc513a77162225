/// Nanoseconds for one operation, sampled several times.
struct Sampling {
  static let samples = 11

  private let sorted: [Double]
  /// More to say about the row.
  var remark = ""

  var median: Double { sorted[sorted.count / 2] }
  var minimum: Double { sorted[0] }

  /// Runs an operation in a loop; the first sample warms up and does not count.
  @MainActor
  static func of(
    count: Int, per: Int = 1, samples: Int = samples, _ operation: @MainActor () async -> Void
  ) async -> Sampling {
    var figures: [Double] = []
    for _ in 0...samples {
      let start = ContinuousClock.now
      for _ in 0..<count { await operation() }
      figures.append(nanoseconds(ContinuousClock.now - start) / Double(count * per))
    }
    return Sampling(sorted: figures.dropFirst().sorted())
  }

  /// The same for an operation that is not asynchronous, so that no call of an `async` function is
  /// counted.
  @MainActor
  static func ofSynchronous(count: Int, per: Int = 1, _ operation: @MainActor () -> Void)
    -> Sampling
  {
    var figures: [Double] = []
    for _ in 0...samples {
      let start = ContinuousClock.now
      for _ in 0..<count { operation() }
      figures.append(nanoseconds(ContinuousClock.now - start) / Double(count * per))
    }
    return Sampling(sorted: figures.dropFirst().sorted())
  }

  private static func nanoseconds(_ duration: Duration) -> Double {
    Double(duration.components.seconds) * 1e9 + Double(duration.components.attoseconds) / 1e9
  }
}
