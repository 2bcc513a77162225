/// Nanoseconds for one operation, sampled several times.
struct Sampling {
  static let samples = 11

  private let sorted: [Double]
  /// Allocations of memory for one operation; `nil` where they cannot be counted.
  let allocations: Double?
  /// More to say about the row.
  var remark = ""

  var median: Double { sorted[sorted.count / 2] }
  var minimum: Double { sorted[0] }

  /// Runs an operation in a loop; the first sample warms up and does not count.
  ///
  /// The number of operations is fixed, so that a run executes the same instructions each time.
  @MainActor
  static func of(
    count: Int, per: Int = 1, samples: Int = samples, _ operation: @MainActor () async -> Void
  ) async -> Sampling {
    var recorder = Recorder(operations: count * per, samples: samples)
    for _ in 0...samples {
      recorder.start()
      for _ in 0..<count { await operation() }
      recorder.stop()
    }
    return recorder.sampling
  }

  /// The same for an operation that is not asynchronous, after something that is not measured.
  @MainActor
  static func of(
    count: Int, samples: Int = samples, before: @MainActor () async -> Void,
    _ operation: @MainActor () -> Void
  ) async -> Sampling {
    var recorder = Recorder(operations: count, samples: samples)
    for _ in 0...samples {
      await before()
      recorder.start()
      for _ in 0..<count { operation() }
      recorder.stop()
    }
    return recorder.sampling
  }

  /// The same for an operation that is not asynchronous, so that no call of an `async` function is
  /// counted.
  @MainActor
  static func ofSynchronous(
    count: Int, per: Int = 1, samples: Int = samples, _ operation: @MainActor () -> Void
  ) -> Sampling {
    var recorder = Recorder(operations: count * per, samples: samples)
    for _ in 0...samples {
      recorder.start()
      for _ in 0..<count { operation() }
      recorder.stop()
    }
    return recorder.sampling
  }

  /// The time of a single run, which nothing warms up.
  @MainActor
  static func ofOne(per: Int, _ operation: @MainActor () async -> Void) async -> Sampling {
    var recorder = Recorder(operations: per, samples: 1)
    recorder.skipWarmUp()
    recorder.start()
    await operation()
    recorder.stop()
    return recorder.sampling
  }

  /// The share of each of so many parts of an operation, after something else has been subtracted.
  func share(of parts: Int, beyond base: Double) -> Sampling {
    Sampling(
      sorted: sorted.map { ($0 - base) / Double(parts) }, allocations: allocations, remark: remark)
  }

  fileprivate init(sorted: [Double], allocations: Double?, remark: String = "") {
    self.sorted = sorted
    self.allocations = allocations
    self.remark = remark
  }
}

/// Takes the time of each sample, and counts allocations over all but the first.
private struct Recorder {
  private let operations: Double
  private var times: [Double] = []
  private var begin = ContinuousClock.now
  private var allocationsBefore: Int?

  init(operations: Int, samples: Int) {
    self.operations = Double(operations)
    times.reserveCapacity(samples + 1)
  }

  mutating func skipWarmUp() { times = [0] }

  mutating func start() {
    if times.count == 1 { allocationsBefore = AllocationCounter.count }
    begin = .now
  }

  mutating func stop() {
    times.append((ContinuousClock.now - begin) / .nanoseconds(1) / operations)
  }

  var sampling: Sampling {
    let after = AllocationCounter.count
    let measured = times.dropFirst()
    let allocations = allocationsBefore.flatMap { before in
      after.map { Double($0 - before) / operations / Double(measured.count) }
    }
    return Sampling(sorted: measured.sorted(), allocations: allocations)
  }
}
