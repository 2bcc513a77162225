import FoundationEssentials
import RatchetTesting

@testable import RatchetRecording

@Suite("The digest of a state")
struct StateDigestTests {
  @Test("is the same in every process, so that these were computed in another one")
  func stable() throws {
    let digests = [
      try StateDigest.of(1), try .of(Mixed()), try .of(Set((0..<100).map { "\($0)" })),
    ]
    #expect(digests.map(\.text) == ["bf300f84731a258b", "69e377bf8d68c4fe", "0a54e52c211d8285"])
  }

  @Test("does not depend on the order in which members, elements or entries are encoded")
  func order() throws {
    #expect(try StateDigest.of(Swapped(isSwapped: true)) == .of(Swapped(isSwapped: false)))
    let ascending = Set(0..<1_000)
    var descending = Set<Int>(minimumCapacity: 10_000)
    for number in (0..<1_000).reversed() { descending.insert(number) }
    #expect(try StateDigest.of(ascending) == .of(descending))
    let entries = (0..<1_000).map { (UUID($0), $0) }
    let one = Dictionary(uniqueKeysWithValues: entries)
    let other = Dictionary(uniqueKeysWithValues: entries.reversed())
    #expect(try StateDigest.of(one) == .of(other))
  }

  @Test("is another one for each value that differs")
  func differences() throws {
    let digests = [
      try StateDigest.of(1), try .of("1"), try .of([1]), try .of(1.0), try .of(true),
      try .of([[1]]), try .of(["1": 1]), try .of([1, 2]), try .of([2, 1]), try .of([Int]()),
      try .of([[Int]()]), try .of(""), try .of(["", ""]), try .of(["a", "b"]), try .of(["ab", ""]),
      try .of("abcdefgh"), try .of("abcdefgh\0"), try .of(Int?.none), try .of([1: 2]),
      try .of([2: 1]), try .of(Mixed()), try .of(Mixed(name: "b")), try .of(Mixed(nested: nil)),
      try .of(Set([1, 2])), try .of(Set([1, 3])), try .of(-0.0), try .of(0.0),
    ]
    #expect(Set(digests).count == digests.count)
  }

  @Test("survives encoding and decoding, of numbers too that JSON does not have")
  func roundTrip() throws {
    let values = [0.1, 1e300, .infinity, -.infinity, .nan, -0.0, .leastNonzeroMagnitude]
    let decoded = try JSONDecoder.ofRecordings.decode(
      [Double].self, from: try JSONEncoder.ofRecordings.encode(values))
    #expect(try StateDigest.of(decoded) == .of(values))
    let mixed = try JSONDecoder.ofRecordings.decode(
      Mixed.self, from: try JSONEncoder.ofRecordings.encode(Mixed()))
    #expect(try StateDigest.of(mixed) == .of(Mixed()))
  }

  @Test("is the same for decimals and addresses that JSON does not tell apart")
  func equalInJSON() throws {
    let decimals = try [1, 0, -2.5, 1e20].map { (number: Double) in
      let decimal = Decimal(number)
      let other = decimal * Decimal(100) / Decimal(100)
      let decoded = try JSONDecoder.ofRecordings.decode(
        [Decimal].self, from: try JSONEncoder.ofRecordings.encode([decimal, other]))
      #expect(try StateDigest.of(decoded) == .of([decimal, other]))
      return try StateDigest.of(decimal)
    }
    #expect(Set(decimals).count == decimals.count)
    let hundredths = Decimal(sign: .plus, exponent: -2, significand: 100)
    #expect(try StateDigest.of(hundredths) == .of(Decimal(1)))
    #expect(try StateDigest.of(Decimal.nan) == .of(Decimal.nan))
    let base = try #require(URL(string: "http://a/b/"))
    let relative = try #require(URL(string: "c", relativeTo: base))
    #expect(try StateDigest.of(relative) == .of(URL(string: "http://a/b/c")))
    #expect(try StateDigest.of(relative) != .of(base))
  }

  @Test("is the same for numbers of all types, if the number is")
  func numbers() throws {
    let digests = [
      try StateDigest.of(Numbers(Int(1))), try .of(Numbers(Int8(1))), try .of(Numbers(Int16(1))),
      try .of(Numbers(Int32(1))), try .of(Numbers(Int64(1))), try .of(Numbers(UInt(1))),
      try .of(Numbers(UInt8(1))), try .of(Numbers(UInt16(1))), try .of(Numbers(UInt32(1))),
      try .of(Numbers(UInt64(1))),
    ]
    #expect(Set(digests).count == 1)
    #expect(try StateDigest.of(Numbers(Int128(1))) == .of(Numbers(UInt128(1))))
    #expect(try StateDigest.of(Numbers(Int128(1))) != .of(Numbers(Int128(2))))
    #expect(try StateDigest.of(Numbers(1.5)) == .of(Numbers(Float(1.5))))
  }
}

// MARK: - Fixtures

private struct Mixed: Codable {
  struct Nested: Codable { var numbers = [1, 2, 3], names: Set<String> = ["x", "y", "z"] }
  enum Kind: Codable { case none, some(Int, label: String) }

  var name = "a"
  var nested: Nested? = Nested()
  var kind = Kind.some(1, label: "é")
  var table = [UUID(1): 1.5, UUID(2): 2.5]
  var date = Date(timeIntervalSinceReferenceDate: 0.25)
  var byte: UInt8 = 200
}

/// A number under a key, in a list and by itself.
private struct Numbers<Number: Encodable>: Encodable {
  enum Key: CodingKey { case keyed, listed, single }

  let number: Number

  init(_ number: Number) {
    self.number = number
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(number, forKey: .keyed)
    var list = container.nestedUnkeyedContainer(forKey: .listed)
    try list.encode(number)
    var value = container.superEncoder(forKey: .single).singleValueContainer()
    try value.encode(number)
  }
}

private struct Swapped: Encodable {
  let isSwapped: Bool
  enum Key: CodingKey { case one, two }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    if isSwapped { try container.encode("2", forKey: .two) }
    try container.encode("1", forKey: .one)
    if !isSwapped { try container.encode("2", forKey: .two) }
  }
}
