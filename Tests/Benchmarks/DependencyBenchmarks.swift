import Ratchet

/// What a read of `@Dependency` costs, with its closure called.
@MainActor
enum DependencyBenchmarks {
  static var all: [Benchmark] {
    [
      row("g0", "@Dependency read, nothing overridden", bar: 30, depth: 0, Readers().plain),
      row("g0-needs", "the same of a value made from another", bar: 30, depth: 0, Readers().made),
      row("g10", "the same under 10 nested overrides", bar: 60, depth: 10, Readers().plain),
      row(
        "g10-own", "the outermost of 10 nested overrides", bar: 60, depth: 10, Readers().outermost),
      row(
        "g10-needs", "a value made from another under 10 nested overrides", bar: 60, depth: 10,
        Readers().made),
      row(
        "g10-made", "a value made from the outermost of 10 nested overrides", bar: 60, depth: 10,
        Readers().madeFromOutermost),
    ]
  }

  private static func row(
    _ id: String, _ title: String, bar: Double, depth: Int, _ read: @escaping (Int) -> Int
  ) -> Benchmark {
    Benchmark(id, title, baseline: "reducer", bar: bar) {
      nested(depth) { Sampling.ofSynchronous(count: 1_000, per: 1_000) { blackHole(read(1_000)) } }
    }
  }

  /// Runs an operation under overrides of as many keys.
  private static func nested(_ depth: Int, _ operation: () -> Sampling) -> Sampling {
    if depth == 0 { return operation() }
    return withDependencies {
      $0.override(depth)
    } operation: {
      nested(depth - 1, operation)
    }
  }

  @inline(never) private static func blackHole(_ value: Int) { precondition(value != 0) }
}

/// Each reads a number as often as it is told, and adds up.
private struct Readers {
  @Dependency(Plain.self) private var plainClient
  @Dependency(Made.self) private var madeClient
  @Dependency(Level<Z>.self) private var level
  @Dependency(MadeFromLevel.self) private var madeFromLevel

  func plain(_ count: Int) -> Int { sum(count) { plainClient.number() } }
  func made(_ count: Int) -> Int { sum(count) { madeClient.number() } }
  func outermost(_ count: Int) -> Int { sum(count) { level.number() } }
  func madeFromOutermost(_ count: Int) -> Int { sum(count) { madeFromLevel.number() } }

  @inline(__always) private func sum(_ count: Int, _ read: () -> Int) -> Int {
    var sum = 0
    for _ in 0..<count { sum &+= read() }
    return sum
  }
}

private struct Plain: DependencyKey {
  var number: @Sendable () -> Int
  static let liveValue = Plain { 1 }
}

private struct Made: DependencyKey {
  var number: @Sendable () -> Int
  static var liveValue: Made {
    @Dependency(Plain.self) var plain
    return Made(number: plain.number)
  }
}

private struct MadeFromLevel: DependencyKey {
  var number: @Sendable () -> Int
  static var liveValue: MadeFromLevel {
    @Dependency(Level<Z>.self) var level
    return MadeFromLevel(number: level.number)
  }
}

private enum Z {}

/// A key of its own for each type.
private struct Level<Tag>: DependencyKey {
  var number: @Sendable () -> Int
  static var liveValue: Level { Level { 1 } }
}

extension DependencyValues {
  fileprivate mutating func override(_ number: Int) {
    switch number {
    case 10: self[Level<Z>.self] = Level { number }
    case 9: self[Level<Int>.self] = Level { number }
    case 8: self[Level<Int8>.self] = Level { number }
    case 7: self[Level<Int16>.self] = Level { number }
    case 6: self[Level<Int32>.self] = Level { number }
    case 5: self[Level<Int64>.self] = Level { number }
    case 4: self[Level<UInt8>.self] = Level { number }
    case 3: self[Level<UInt16>.self] = Level { number }
    case 2: self[Level<UInt32>.self] = Level { number }
    default: self[Level<UInt64>.self] = Level { number }
    }
  }
}
