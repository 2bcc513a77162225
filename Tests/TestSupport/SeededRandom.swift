import RatchetDependencies

/// A random source that gives the same numbers for the same seed, on every machine.
package struct SeededRandom: RandomNumberGenerator {
  private var generator: SplitMix64

  package init(_ seed: UInt64) {
    generator = SplitMix64(state: seed)
  }

  package mutating func next() -> UInt64 { generator.next() }

  /// True with a probability in percent.
  package mutating func chance(_ percent: Int) -> Bool {
    number(below: 100) < percent
  }

  package mutating func number(below bound: Int) -> Int {
    Int((next() >> 11) % UInt64(bound))
  }

  package mutating func element<Element>(of elements: [Element]) -> Element {
    elements[number(below: elements.count)]
  }
}
