import RatchetDependencies

/// Draws for a schedule; takes the first of each choice when the schedule is in order.
package struct RandomSource: RandomNumberGenerator {
  private var generator: SplitMix64
  let isInOrder: Bool

  package init(_ schedule: Schedule) {
    switch schedule {
    case .inOrder:
      generator = SplitMix64(state: 0)
      isInOrder = true
    case .seed(let seed):
      generator = SplitMix64(state: seed)
      isInOrder = false
    }
  }

  package mutating func next() -> UInt64 { generator.next() }

  /// An index below the count, which is above zero.
  package mutating func index(below count: Int) -> Int {
    isInOrder || count == 1 ? 0 : Int.random(in: 0..<count, using: &self)
  }

  package mutating func shuffle<Element>(_ elements: inout [Element]) {
    if !isInOrder { elements.shuffle(using: &self) }
  }
}
