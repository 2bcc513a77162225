import Foundation

/// A small random source that gives the same numbers for the same seed, on every machine.
struct SeededRandom: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: UInt64) {
    state = seed &* 0x2545_F491_4F6C_DD1D &+ 0x1234_5678_9ABC_DEF1
  }

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state &* 0x9E37_79B9_7F4A_7C15
  }

  /// True with a probability in percent.
  mutating func chance(_ percent: Int) -> Bool {
    number(below: 100) < percent
  }

  mutating func number(below bound: Int) -> Int {
    Int((next() >> 11) % UInt64(bound))
  }

  mutating func element<Element>(of elements: [Element]) -> Element {
    elements[number(below: elements.count)]
  }
}

/// Which seeds a random test runs.
///
/// `RATCHET_SEEDS=100000` runs that many, `RATCHET_SEED=42` only the one.
enum Seeds {
  static let all = all(of: 1_000)

  /// The seeds of a test that needs fewer by default.
  static func all(of count: UInt64) -> [UInt64] {
    let environment = ProcessInfo.processInfo.environment
    if let one = environment["RATCHET_SEED"].flatMap(UInt64.init) { return [one] }
    return Array(0..<(environment["RATCHET_SEEDS"].flatMap(UInt64.init) ?? count))
  }
}
