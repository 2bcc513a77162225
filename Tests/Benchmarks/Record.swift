import Foundation

/// What is known of a row when it has been measured.
struct Record: Encodable {
  let id: String
  let name: String
  /// How far the resident memory rose, in bytes.
  let peak: Int?
  private(set) var median: Double?
  private(set) var minimum: Double?
  private(set) var allocations: Double?
  private(set) var remark = ""
  var ratio: Double?
  private(set) var amount: Double?
  private(set) var unit: String?
  var size: Int?
  var factor: Double?
  /// How much more time it takes than in an earlier run, as a share.
  var change: Double?

  var isSlower: Bool { change.map { $0 > EarlierRun.tolerance } ?? false }

  init(id: String, name: String, peak: Int?) {
    self.id = id
    self.name = name
    self.peak = peak
  }

  mutating func add(_ sampling: Sampling) {
    median = sampling.median
    minimum = sampling.minimum
    allocations = sampling.allocations
    remark = sampling.remark
  }

  mutating func add(_ amount: Amount) {
    self.amount = amount.value
    unit = amount.unit.rawValue
    remark = amount.remark
  }

  /// The row as a line of JSON.
  var line: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // All of it are texts and finite numbers, which can be encoded.
    let data = (try? encoder.encode(self)) ?? Data()
    return String(decoding: data, as: UTF8.self) + "\n"
  }

  private enum CodingKeys: String, CodingKey {
    case id, name
    case median = "median_ns"
    case minimum = "min_ns"
    case ratio
    case allocations = "allocs"
    case peak = "peak_bytes"
    case amount, unit, size, factor, remark, change
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(id, forKey: .id)
    try container.encode(name, forKey: .name)
    // With null if there is none.
    try container.encode(median.map(Self.rounded), forKey: .median)
    try container.encode(minimum.map(Self.rounded), forKey: .minimum)
    try container.encode(ratio.map(Self.rounded), forKey: .ratio)
    try container.encode(allocations.map(Self.rounded), forKey: .allocations)
    if size == nil { try container.encode(peak, forKey: .peak) }
    if unit != nil {
      try container.encode(amount, forKey: .amount)
      try container.encode(unit, forKey: .unit)
    }
    if size != nil {
      try container.encode(size, forKey: .size)
      try container.encode(factor.map(Self.rounded), forKey: .factor)
    }
    if !remark.isEmpty { try container.encode(remark, forKey: .remark) }
    try container.encodeIfPresent(change.map(Self.rounded), forKey: .change)
  }

  private static func rounded(_ value: Double) -> Double {
    (value * 1_000).rounded() / 1_000
  }
}
