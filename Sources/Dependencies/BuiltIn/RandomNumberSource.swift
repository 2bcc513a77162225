/// A random number generator that many tasks can share.
///
/// ```swift
/// @Dependency(\.randomNumberGenerator) var random
/// let die = random { Int.random(in: 1...6, using: &$0) }
/// ```
public struct RandomNumberSource: Sendable {
  /// The generator that a source passes to its callers; each of its numbers is the next one of the
  /// source.
  private struct Generator: RandomNumberGenerator {
    let generateNext: @Sendable () -> UInt64
    /// Records the numbers, or replays recorded ones; nil if the store does neither.
    let tape: ReadTape?

    /// The next number of the source; holds a lock only during the call.
    mutating func next() -> UInt64 {
      tape?.read("randomNumberGenerator", generateNext) ?? generateNext()
    }
  }

  private let generateNext: @Sendable () -> UInt64

  /// Makes a source from a generator that nothing else uses from then on.
  public init(_ generator: sending some RandomNumberGenerator & SendableMetatype) {
    let shared = Locked(generator)
    generateNext = { shared.withLock { $0.next() } }
  }

  /// Makes a source whose numbers depend only on the seed: the same in every run and on every
  /// platform.
  public static func seeded(_ seed: UInt64) -> RandomNumberSource {
    RandomNumberSource(SplitMix64(state: seed))
  }

  /// Passes the generator to a closure and returns the closure's result.
  ///
  /// Each number of the generator is the next one of the source. Calls from several tasks are safe;
  /// each may receive any of the next numbers.
  public func callAsFunction<Result, Failure: Error>(
    _ body: (_ generator: inout any RandomNumberGenerator) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var generator: any RandomNumberGenerator = Generator(generateNext: generateNext, tape: .current)
    return try body(&generator)
  }
}

extension DependencyValues {
  /// The source of random numbers; it has no test value.
  public var randomNumberGenerator: RandomNumberSource {
    get { self[RandomNumberKey.self] }
    set { self[RandomNumberKey.self] = newValue }
  }
}

enum RandomNumberKey: BuiltInKey {
  static var property: String { "randomNumberGenerator" }
  static var liveValue: RandomNumberSource { RandomNumberSource(SystemRandomNumberGenerator()) }
}

/// A small random number generator with a seed: 64 bits of state, period 2^64.
///
/// Source: Steele, Lea, Flood, "Fast splittable pseudorandom number generators", 2014.
package struct SplitMix64: RandomNumberGenerator, Sendable {
  @usableFromInline package var state: UInt64

  @inlinable package init(state: UInt64) {
    self.state = state
  }

  @inlinable package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
