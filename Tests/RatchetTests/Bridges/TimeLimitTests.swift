import RatchetTesting

@MainActor @Suite("A time limit on an operation")
struct TimeLimitTests {
  @Test("gives the result of an operation that returns in time, and its error")
  func inTime() async throws {
    let clock = TestClock()
    #expect(try await withTimeLimit(.seconds(1), on: clock) { 5 } == 5)
    await #expect(throws: CaseFailure.self) {
      try await withTimeLimit(.seconds(1), on: clock) { throw CaseFailure() }
    }
  }

  @Test("cancels an operation that takes longer, and then gives nil")
  func late() async {
    let store = TestStore(initialState: "") {
      Reduce<String, String> { state, action in
        state = action
        guard action == "start" else { return .none }
        return .run { send in
          @Dependency(\.continuousClock) var clock
          let result = try await withTimeLimit(.seconds(1), on: clock) {
            await untilCancelled()
            return "cancelled"
          }
          await send(result ?? "too late")
        }
      }
    }
    await store.send("start") { $0 = "start" }
    await store.advance(by: .seconds(1))
    await store.receive("too late") { $0 = "too late" }
  }
}
