/// Draws for a schedule; takes the first of each choice when the schedule is in order.
///
/// SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014).
package struct RandomSource: RandomNumberGenerator {
  private var state: UInt64
  let isInOrder: Bool

  package init(_ schedule: Schedule) {
    switch schedule {
    case .inOrder:
      state = 0
      isInOrder = true
    case .seed(let seed):
      state = seed
      isInOrder = false
    }
  }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// An index below the count, which is above zero.
  package mutating func index(below count: Int) -> Int {
    isInOrder || count == 1 ? 0 : Int.random(in: 0..<count, using: &self)
  }

  package mutating func shuffle<Element>(_ elements: inout [Element]) {
    if !isInOrder { elements.shuffle(using: &self) }
  }
}
