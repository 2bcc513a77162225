import Foundation
public import Testing

/// A trait that runs a test under many schedules.
public struct SchedulesTrait: TestTrait, SuiteTrait, TestScoping {
  let strategy: ScheduleStrategy
  let limit: Duration?
  let location: SourceLocation
  /// Distinguishes this trait from others of the same test or suite: `provideScope` is called for
  /// each, and only the one in force explores.
  private let identity = Identity()

  private final class Identity: Sendable {}

  init(_ strategy: ScheduleStrategy, for limit: Duration?, at location: SourceLocation) {
    self.strategy = strategy
    self.limit = limit
    self.location = location
  }

  /// The trait in force, the last of a test's traits: a test's own comes after that of its suite.
  static func ofTest(_ test: Test) -> Self? { test.traits.compactMap { $0 as? Self }.last }

  /// True: the trait applies to each test of a suite, not to the suite as a whole.
  @_documentation(visibility: internal)
  public var isRecursive: Bool { true }

  /// Runs a test, or one case of a parameterized test, under each schedule, until it fails.
  @_documentation(visibility: internal)
  public func provideScope(
    for test: Test, testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    // The trait `.dependencies` may already explore the test; this then runs in each of its runs.
    guard Self.ofTest(test)?.identity === identity, Exploration.current == nil else {
      return try await function()
    }
    let strategy = try ScheduleStrategy.ofEnvironment() ?? strategy
    try await explore(strategy, for: limit, at: location, function)
  }
}

extension Trait where Self == SchedulesTrait {
  /// Runs a test, or each test of a suite, under the schedules of a strategy.
  ///
  /// ```swift
  /// @MainActor @Suite(.schedules(.all(deviations: 2)))
  /// struct SearchTests {
  ///   @Test func connects() async {
  ///     let store = TestStore(initialState: Search.State()) { Search() }
  ///     await store.send(.queryChanged("a")) { $0.query = "a" }
  ///     await store.receive(.connected)
  ///   }
  /// }
  /// ```
  ///
  /// Each test store that the test makes takes its schedule from the trait, unless the test gives
  /// it one. Everything that `exploreSchedules` says of its closure holds for the test: it runs
  /// many times, so what it changes outside of itself must not matter to the next run; what traits
  /// before this one set up is set up once, except by `.dependencies`. A test that makes no test
  /// store to schedule runs once. A failure inside `withKnownIssue` fails the test. A trait of a
  /// test replaces that of its suite, and the environment variable `RATCHET_SCHEDULES` replaces
  /// both, for example by `random:1000` or `all:3`.
  ///
  /// - Parameters:
  ///   - strategy: The schedules to run.
  ///   - limit: The time of the test after which no further schedule starts, a minute if `nil`.
  ///   - sourceLocation: Where to record an error that the test throws.
  /// - Returns: The trait.
  public static func schedules(
    _ strategy: ScheduleStrategy, for limit: Duration? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> Self {
    Self(strategy, for: limit, at: sourceLocation)
  }
}

extension ScheduleStrategy {
  /// The value of the environment variable `RATCHET_SCHEDULES`.
  @TaskLocal package static var environment = ProcessInfo.processInfo
    .environment["RATCHET_SCHEDULES"]

  /// What is wrong with the value of the environment variable.
  struct BadEnvironment: Error, CustomStringConvertible {
    let value: String

    var description: String {
      """
      The environment variable 'RATCHET_SCHEDULES' names no schedules: \(value)

      To fix this, set it to 'random:50' (seeds 0 to 49), 'random:50:7' (from seed 7 on), or \
      'all:2' (all schedules with at most two deviations).
      """
    }
  }

  /// The strategy that the environment variable `RATCHET_SCHEDULES` names; `nil` if it is not set.
  static func ofEnvironment() throws(BadEnvironment) -> Self? {
    guard let value = environment, !value.isEmpty else { return nil }
    let parts = value.split(separator: ":", omittingEmptySubsequences: false)
    let numbers = parts.dropFirst().map { UInt64($0) }
    switch (parts.first, numbers.count) {
    case ("random", 1), ("random", 2):
      if let count = numbers[0].flatMap({ Int(exactly: $0) }), count > 0,
        let first = numbers.count == 2 ? numbers[1] : 0
      {
        return .random(count, from: first)
      }
    case ("all", 1):
      if let deviations = numbers[0].flatMap({ Int(exactly: $0) }) {
        return .all(deviations: deviations)
      }
    default: break
    }
    throw BadEnvironment(value: value)
  }
}
