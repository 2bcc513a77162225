import RatchetDependencies
import TestSupport

@testable import RatchetTesting

@MainActor
@Suite(
  "The schedules trait",
  .expected([
    "race": (nil, ["fails: '\\State.shown' is not what was expected"]),
    "replaced": (8, []),
    "noStore": (1, []),
    "fake": (
      nil,
      [
        "\n\nAn effect was in flight at \(#fileID):",
        """
        , where the test read something outside of its test store. If the effect must end first, \
        call 'await store.settle()' before this line.
        """,
      ]
    ),
  ]),
  .schedules(.all(deviations: 2)))
struct SchedulesTraitTests {
  @Test("finds a race in a test that knows nothing of schedules")
  func race() async {
    let store = TestStore(initialState: Finding.State()) { Finding() }
    store.exhaustivity = .off
    await store.send(.typed("a"))
    await store.send(.typed("ab"))
    await store.finish()
    store.expect(\.shown, "ab")
  }

  @Test("of a test replaces that of its suite", .schedules(.random(7)))
  func replaced() async {
    await Finding.test()
  }

  @Test("runs a test once whose test stores have schedules of their own")
  func noStore() async {
    await Finding.test(.seed(7))
  }

  @Suite struct Inner {
    @Test("says so if a test reads a fake while an effect is in flight")
    @MainActor func fake() async {
      let feature = Finding()
      let store = TestStore(initialState: Finding.State()) { feature }
      store.exhaustivity = .off
      await store.send(.typed("a"))
      #expect(feature.hasAnswered.withLock { $0 })
      await store.finish()
    }
  }
}

@MainActor
@Suite(
  "RATCHET_SCHEDULES", .expected(["dependencies": (4, []), "trait": (4, [])]),
  .with(ScheduleStrategy.$environment, "random:3:1"))
struct ScheduleEnvironmentTests {
  @Test("explores a test with dependencies of its own", .dependencies { _ in })
  func dependencies() async {
    await Finding.test()
  }

  @Test(
    "replaces the schedules of a trait", .schedules(.all(deviations: 2)), .dependencies { _ in })
  func trait() async {
    await Finding.test()
  }

  @Test(
    "gives its first schedule to a test without traits of this library")
  func first() {
    let store = TestStore(initialState: Finding.State()) { Finding() }
    #expect(!store.run.executor.isInOrder)
  }

  @Test(
    "is a failure if it names no schedules",
    arguments: ["", "random", "random:0", "all:x", "seed:1"])
  func wrong(value: String) async {
    let issues = await ScheduleStrategy.$environment.withValue(value) {
      await IssueCollector.issues { _ = TestStore(initialState: Finding.State()) { Finding() } }
    }
    let expected = """
      The environment variable 'RATCHET_SCHEDULES' names no schedules: \(value)

      To fix this, set it to 'random:50' (seeds 0 to 49), 'random:50:7' (from seed 7 on), or \
      'all:2' (all schedules with at most two deviations).
      """
    #expect(issues == (value.isEmpty ? [] : [expected]))
  }
}

// MARK: - Fixtures

/// Shows the answer that arrives last, whatever was asked last.
private struct Finding: Reducer {
  struct State: Equatable { var shown = "" }
  enum Action: Equatable { case typed(String), found(String) }

  /// What a fake would record.
  let hasAnswered = Locked(false)

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .found(let text): state.shown = text
    case .typed(let query):
      return .run(name: "search") { [hasAnswered] send in
        await Task.yield()
        hasAnswered.withLock { $0 = true }
        await send(.found(query))
      }
    }
    return .none
  }

  /// Passes under each schedule.
  @MainActor static func test(_ schedule: Schedule = .current) async {
    Runs.add()
    let store = TestStore(initialState: State(), schedule: schedule) { Finding() }
    await store.send(.typed("a"))
    await store.receive(.found("a")) { $0.shown = "a" }
  }
}

/// Counts the runs of the test that runs.
private enum Runs {
  @TaskLocal static var count: Locked<Int>?

  static func add() { count?.withLock { $0 += 1 } }
}

/// Expects how often each test of a suite runs, if that is known, and what its only failure says.
private struct ExpectedTrait: TestTrait, SuiteTrait, TestScoping {
  let expected: [String: (runs: Int?, texts: [String])]

  var isRecursive: Bool { true }

  func provideScope(
    for test: Test, testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    guard let (runs, texts) = expected[String(test.name.prefix { $0 != "(" })] else {
      return try await function()
    }
    let count = Locked(0)
    let issues = try await Runs.$count.withValue(count) {
      try await IssueCollector.issues { try await function() }
    }
    if let runs { #expect(count.withLock { $0 } == runs) }
    #expect(issues.count == (texts.isEmpty ? 0 : 1), "\(issues)")
    for text in texts { #expect(issues.first?.contains(text) == true, "\(issues)") }
  }
}

extension Trait where Self == ExpectedTrait {
  fileprivate static func expected(_ expected: [String: (runs: Int?, texts: [String])]) -> Self {
    Self(expected: expected)
  }
}
