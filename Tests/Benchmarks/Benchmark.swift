/// One row of the table: something that is done many times, or an amount of something.
@MainActor
struct Benchmark {
  enum Result {
    case time(Sampling)
    case amount(Amount)
  }

  let id: String
  let title: String
  /// What the row is compared with: the id of a baseline.
  let baseline: String?
  /// What the minimum, or the amount, should not exceed.
  let bar: Double?
  /// What the row is an amount of; `nil` if it is a time.
  let unit: Amount.Unit?
  let measure: @MainActor () async -> Result

  /// A row of time, in nanoseconds.
  init(
    _ id: String, _ title: String, baseline: String? = nil, bar: Double? = nil,
    _ run: @escaping @MainActor () async -> Sampling
  ) {
    self.id = id
    self.title = title
    self.baseline = baseline
    self.bar = bar
    unit = nil
    measure = { .time(await run()) }
  }

  /// A row of something else than time; without an amount where that cannot be measured.
  init(
    _ id: String, _ title: String, unit: Amount.Unit, bar: Double,
    _ run: @escaping @MainActor () async -> Double?
  ) {
    self.id = id
    self.title = title
    baseline = nil
    self.bar = bar
    self.unit = unit
    measure = { .amount(Amount(value: await run(), unit: unit)) }
  }

  /// A row of bytes, about which there is more to say.
  init(
    _ id: String, _ title: String, bar: Double,
    _ run: @escaping @MainActor () async -> (bytes: Int, remark: String)?
  ) {
    self.id = id
    self.title = title
    baseline = nil
    self.bar = bar
    unit = .bytes
    measure = {
      let result = await run()
      return .amount(
        Amount(
          value: result.map { Double($0.bytes) }, unit: .bytes, remark: result?.remark ?? ""))
    }
  }
}

/// How much there is of something.
struct Amount {
  enum Unit: String {
    case bytes
    case effects
  }

  let value: Double?
  let unit: Unit
  /// More to say about the row.
  var remark = ""
}
