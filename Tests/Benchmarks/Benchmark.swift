/// One row of the table: something that is done many times.
@MainActor
struct Benchmark {
  let id: String
  let title: String
  /// What the row is compared with: the id of a baseline.
  let baseline: String?
  /// The first bar, in nanoseconds.
  let bar: Double?
  let run: @MainActor () async -> Sampling

  var isBaseline: Bool { baseline == nil }

  init(
    _ id: String, _ title: String, baseline: String? = nil, bar: Double? = nil,
    _ run: @escaping @MainActor () async -> Sampling
  ) {
    self.id = id
    self.title = title
    self.baseline = baseline
    self.bar = bar
    self.run = run
  }

  func measure() async -> Sampling {
    await run()
  }
}
