import RatchetDependencies

/// In which order a test store runs what could run in any order.
///
/// ```swift
/// @Test(arguments: Schedule.seeds(100))
/// @MainActor func newestQueryWins(schedule: Schedule) async {
/// ```
public enum Schedule: Sendable, Hashable, Codable, CustomStringConvertible {
  /// In the order in which things became ready.
  case inOrder

  /// At random, the same way each time for the same seed.
  ///
  /// The same seed gives the same order in the same build configuration. Debug and release builds
  /// may differ: the optimizer removes suspensions that do nothing.
  case seed(UInt64)

  /// Schedules by consecutive seeds, so that each is a test case of its own:
  /// `@Test(arguments: Schedule.seeds(100))`.
  ///
  /// - Parameters:
  ///   - count: How many.
  ///   - first: The first seed.
  /// - Returns: As many schedules, the first seed's first.
  public static func seeds(_ count: Int, from first: UInt64 = 0) -> [Schedule] {
    (0..<UInt64(max(0, count))).map { .seed(first &+ $0) }
  }

  /// The schedule as source code: `.seed(42)`.
  public var description: String {
    switch self {
    case .inOrder: ".inOrder"
    case .seed(let seed): ".seed(\(seed))"
    }
  }
}

/// Draws for a schedule; takes the first of each choice when the schedule is in order.
package struct RandomSource: RandomNumberGenerator {
  private var generator: SplitMix64
  private let isInOrder: Bool

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
