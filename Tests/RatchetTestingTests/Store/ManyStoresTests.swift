import RatchetTesting
import TestSupport

@MainActor @Suite("Test stores side by side")
struct ManyStoresTests {
  @Test("give the traces that they give alone", .deep(320, small: 16))
  func interleaving() async {
    let seeds = 0..<UInt64(Deep.size)
    var alone: [UInt64: [String]] = [:]
    for seed in seeds { alone[seed] = await Self.trace(seed) }
    let tests = seeds.map { seed in Task { (seed, await Self.trace(seed)) } }
    var together: [UInt64: [String]] = [:]
    for test in tests {
      let (seed, trace) = await test.value
      together[seed] = trace
    }
    #expect(together == alone)
    #expect(Set(alone.values).count > 8)
  }

  @Test("keep their failures apart: one in an effect of another one has its own")
  func nestedFailure() async {
    let issues = await IssueCollector.issues {
      let outer = TestStore(initialState: 0) {
        Reduce<Int, Int> { state, action in
          state += action
          return .run { _ in
            let inner = TestStore(initialState: 0) { EmptyReducer<Int, Int>() }
            inner.expect { $0 = 1 }
          }
        }
      }
      await outer.send(1) { $0 = 1 }
      await outer.finish()
    }
    #expect(
      issues == ["The state is not what was expected:\n\n  - 1\n  + 0\n\n(- expected, + actual)"])
  }

  @Test(
    "may have thousands of actions that wait, received from either end", .deep(1_000, small: 50))
  func many() async {
    let half = Deep.size
    let issues = await failures(of: Busy(), from: Busy.State()) { store in
      await store.send(.start(2 * half)) { $0.started = 2 * half }
      await store.advance(by: .seconds(1))
      #expect(store.parkedCount == 2 * half)
      for number in 0..<half {
        await store.receive(.done(number)) { $0.done.append(number) }
        let last = 2 * half - 1 - number
        await store.receive(.done(last)) { $0.done.append(last) }
      }
      await store.finish()
    }
    #expect(issues.isEmpty)
  }

  private static func trace(_ seed: UInt64) async -> [String] {
    let store = TestStore(initialState: Busy.State(), schedule: .seed(seed)) { Busy() }
    store.exhaustivity = .off
    await store.send(.start(4))
    await store.advance(by: .seconds(1))
    await store.send(.start(2))
    await store.advance(by: .seconds(1))
    await store.finish()
    return store.trace + ["\(store.state)"]
  }
}

// MARK: - Fixtures

private struct Busy: Reducer {
  struct State: Equatable {
    var started = 0
    var done: [Int] = []
  }

  enum Action: Equatable { case start(Int), done(Int) }

  @Dependency(\.continuousClock) var clock

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .start(let count):
      state.started += count
      return .merge(
        (0..<count).map { number in
          .run { send in
            async let slept: Void = clock.sleep(for: .seconds(1))
            await hop()
            try await slept
            await send(.done(number))
          }
        })
    case .done(let number):
      state.done.append(number)
      return .none
    }
  }
}

@concurrent private func hop() async {
  await Task.yield()
}
