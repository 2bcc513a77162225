import RatchetTesting

@MainActor @Suite("A test store that something keeps")
struct KeptStoreTests {
  @Test("says at the end of a test that has the trait of dependencies what is left of it, once")
  func trait() async throws {
    let test = try #require(Test.current)
    let issues = try await IssueCollector.issues {
      let keeper = Keeper()
      try await DependenciesTrait.dependencies { _ in }
        .provideScope(for: test, testCase: nil) {
          await keeper.leaveNothing()
          await keeper.leaveEffectInFlight()
        }
    }
    #expect(
      issues == [
        """
        The test has ended, and something still holds its test store: a static property, a property of an \
        'XCTestCase', or a reference cycle. In flight:

        - "run" (Script.swift:1), started by run([.sleep(1)]), \
        cancellable by "script": sleeps until 1.0 seconds, in 1.0 seconds

        To fix this, let it end: advance the clock with 'store.advance(by:)', send the action that \
        cancels it, or cancel the task that 'store.send' returned.
        """
      ])
  }

  @Test("says so also if the test throws an error")
  func throwing() async throws {
    let test = try #require(Test.current)
    let issues = await IssueCollector.issues {
      let keeper = Keeper()
      await #expect(throws: Script.Failure.self) {
        try await DependenciesTrait.dependencies { _ in }
          .provideScope(for: test, testCase: nil) {
            await keeper.leaveEffectInFlight()
            throw Script.Failure()
          }
      }
    }
    #expect(issues.count == 1)
  }

  @Test("is the failure of the schedule that was explored")
  func exploration() async {
    let keeper = Keeper()
    let issues = await IssueCollector.issues {
      await exploreSchedules(3) { await keeper.leaveEffectInFlight(schedule: .current) }
    }
    #expect(issues.count == 1)
    #expect(
      issues.first?.hasPrefix(
        "The test fails in the default order; no schedule is needed: The test has ended, and")
        == true)
  }
}

// MARK: - Fixtures

@MainActor private final class Keeper {
  private var stores: [TestStoreOf<Script>] = []

  func leaveEffectInFlight(schedule: Schedule = .inOrder) async {
    let store = TestStore(initialState: Script.State(), schedule: schedule) { Script() }
    stores.append(store)
    await store.send(.run([.sleep(1)]))
  }

  func leaveNothing() async {
    let store = TestStore(initialState: Script.State()) { Script() }
    stores.append(store)
    await store.send(.got("a")) { $0.log = ["a"] }
  }
}
