/// Prints what is measured: each row at once as a line of JSON, or all as tables at the end.
@MainActor
struct Report {
  private let isJSON: Bool
  private let earlier: EarlierRun?
  private var rows = Table(header: [
    "id", "workload", "median", "minimum", "bar", "ratio", "allocs", "peak",
  ])
  private var growths = GrowthTable()
  private var baselines: [String: Double] = [:]
  /// Whether a row takes more time than in the earlier run, by more than the tolerance.
  private(set) var isSlower = false

  init(isJSON: Bool, earlier: EarlierRun?) {
    self.isJSON = isJSON
    self.earlier = earlier
    if earlier != nil { rows.header.append("change") }
  }

  func begin() {
    warnIfDebug()
    if !isJSON {
      Output.write(
        """
        Ratchet benchmarks, \(Build.configuration) build. Each row: median and minimum of \
        \(Sampling.samples) samples.\n\n
        """)
    }
  }

  mutating func add(_ benchmark: Benchmark, _ result: Benchmark.Result, peak: Int?) {
    var record = Record(id: benchmark.id, name: benchmark.title, peak: peak)
    switch result {
    case .time(let sampling):
      if benchmark.baseline == nil { baselines[benchmark.id] = sampling.median }
      record.add(sampling)
      record.ratio = benchmark.baseline.flatMap { baselines[$0] }.map { sampling.median / $0 }
      compare(&record)
    case .amount(let amount):
      record.add(amount)
    }
    if isJSON { Output.write(record.line) } else { rows.add(record, of: benchmark) }
  }

  mutating func add(_ growth: Growth, _ point: Growth.Point) {
    var record = Record(id: "\(growth.id):\(point.size)", name: growth.title, peak: nil)
    record.add(point.sampling)
    record.size = point.size
    record.factor = point.factor
    compare(&record)
    if isJSON { Output.write(record.line) } else { growths.add(record, of: growth) }
  }

  func end() {
    guard !isJSON else { return }
    Output.write([rows.text, growths.text].filter { !$0.isEmpty }.joined(separator: "\n"))
    if isSlower {
      Output.write("\n! The minimum is more than 15 % above that of the earlier run.\n")
    }
  }

  private mutating func compare(_ record: inout Record) {
    record.change = record.minimum.flatMap { earlier?.change(of: record.id, to: $0) }
    if record.isSlower { isSlower = true }
  }

  private func warnIfDebug() {
    if Build.configuration == "debug" {
      Output.writeError(
        "These are figures of a debug build; use 'swift run -c release benchmarks'.")
    }
  }
}
