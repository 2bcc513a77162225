import RatchetTesting

@MainActor
enum TestStoreBenchmarks {
  static var all: [Benchmark] {
    [
      Benchmark(
        "h", "TestStore.send with an assertion, one Int", baseline: "immediate", bar: 550
      ) {
        let store = TestStore(initialState: Counter.State()) { Counter() }
        return await Sampling.of(count: 2_000) { await store.send(.increment) { $0.count += 1 } }
      },
      Benchmark("h-rows", "the same with 1,000 rows", baseline: "immediate", bar: 1_900) {
        let store = TestStore(initialState: Rows.State()) { Rows() }
        return await Sampling.of(count: 500) {
          await store.send(.increment(500)) { $0.rows[500].count += 1 }
        }
      },
      Benchmark("h2", "TestStore.send and receive", baseline: "immediate", bar: 7_000) {
        let store = TestStore(initialState: Counter.State()) { Counter() }
        return await Sampling.of(count: 1_000) {
          await store.send(.sendOnce)
          await store.receive(where: { if case .tick = $0 { true } else { false } }) {
            $0.count += 1
          }
        }
      },
      Benchmark(
        "h-seeds", "one of 1,000 schedules of a test with three effects", baseline: "immediate",
        bar: 60_000
      ) {
        await Sampling.of(count: 1, per: 1_000) {
          await exploreSchedules(1_000) { await runEffects(3, .current) }
        }
      },
      Benchmark(
        "h-all", "one of 3,000 schedules of a test with five effects, enumerated",
        baseline: "immediate", bar: 80_000
      ) {
        await Sampling.ofOne(per: 3_000) {
          let report = await exploreSchedules(.all(deviations: 9, limit: 3_000)) {
            await runEffects(5, .current)
          }
          precondition(report.count == 3_000)
        }
      },
      Benchmark(
        "mem-schedules", "allocated between the 1,000th and the last schedule of that test",
        bar: 65_536
      ) {
        var (count, before, after) = (0, 0, 0)
        await exploreSchedules(.all(deviations: 9, limit: 3_000)) {
          await runEffects(5, .current)
          count += 1
          if count == 1_000 { before = Memory.allocated ?? 0 }
          after = Memory.allocated ?? 0
        }
        return (max(0, after - before), "\(count) schedules")
      },
      Benchmark(
        "h-shrink", "shortening a simulation of 200 choices that fails", baseline: "immediate",
        bar: 500_000_000
      ) {
        await Sampling.of(count: 1) { await Output.withoutErrors { await exceedThreeHundred() } }
      },
      Benchmark(
        "h-poll", "a wake-up of an effect that polls each millisecond", baseline: "immediate",
        bar: 2_000
      ) {
        let store = TestStore(initialState: 0) { Polling() }
        let task = await store.send(())
        // Short samples, many of them: the least is not that of a machine that does other things.
        let result = await Sampling.of(count: 1, per: 500, samples: 201) {
          await store.advance(by: .milliseconds(500))
        }
        await task.cancel()
        return result
      },
      Benchmark("h-parked-1k", "receiving one of 1,000 parked actions", baseline: "immediate") {
        await Sampling.of(count: 1, per: 1_000) { await receiveAll(1_000) }
      },
      Benchmark("h-parked-10k", "receiving one of 10,000 parked actions", baseline: "immediate") {
        await Sampling.of(count: 1, per: 10_000) { await receiveAll(10_000) }
      },
      Benchmark(
        "h-wide", "one of 10,000 effects under a seed, until all have sent", baseline: "immediate"
      ) {
        await Sampling.ofOne(per: 10_000) {
          let store = TestStore(initialState: Counter.State(), schedule: .seed(1)) { Counter() }
          await store.send(.startConcurrently(10_000))
          await store.settle()
          store.exhaustivity = .off
        }
      },
      Benchmark("h-skip", "skipping one of 2,000 parked actions", baseline: "immediate") {
        await skipAll(2_000)
      },
      Benchmark(
        "h-nothing", "a receive that fails because nothing was sent", baseline: "immediate",
        bar: 1_000_000
      ) {
        await Sampling.of(count: 100) {
          let store = TestStore(initialState: 0) { Polling() }
          let task = await store.send(())
          // The effect sleeps on the test clock: a failure that waits for nothing in real time.
          await Output.withoutErrors { await store.receive(where: { _ in true }) }
          await task.cancel()
        }
      },
      Benchmark("h-steps", "a test of 1,000 steps with 1,000 rows", baseline: "immediate") {
        await Sampling.of(count: 1) {
          let store = TestStore(initialState: Rows.State()) { Rows() }
          for step in 0..<1_000 {
            await store.send(.increment(step)) { $0.rows[step].count += 1 }
          }
          await store.finish()
        }
      },
    ]
  }

  private static func runEffects(_ count: Int, _ schedule: Schedule) async {
    let store = TestStore(initialState: Counter.State(), schedule: schedule) { Counter() }
    await store.send(.startConcurrently(count))
    for _ in 0..<count { await receiveTick(store) }
    await store.finish()
  }

  /// Fails when the sum of some digits is 300, after about 66 moves of three choices each.
  private static func exceedThreeHundred() async {
    await simulate(Digits(), from: [], runs: 1, length: 1_000, seed: 1) { world in
      world.send { _, draw in draw.int(in: 0...9) }
      world.always("the sum is below 300") { $0.reduce(0, +) < 300 }
    }
  }

  private static func receiveAll(_ count: Int) async {
    let store = TestStore(initialState: Counter.State()) { Counter() }
    await store.send(.startConcurrently(count))
    for _ in 0..<count { await receiveTick(store) }
    await store.finish()
  }

  /// Has a schedule reduce parked actions, or leave them for later, before the next action.
  private static func skipAll(_ count: Int) async -> Sampling {
    let store = TestStore(initialState: Counter.State(), schedule: .seed(1)) { Counter() }
    await store.send(.startConcurrently(count))
    await store.settle()
    store.exhaustivity = .off
    return await Sampling.ofOne(per: count) { await store.send(.increment) }
  }

  private static func receiveTick(_ store: TestStoreOf<Counter>) async {
    await store.receive(where: { if case .tick = $0 { true } else { false } }) { $0.count += 1 }
  }
}

private struct Rows: Reducer {
  struct Row: Equatable, Identifiable {
    let id: Int
    var count = 0
  }

  struct State: Equatable {
    var rows = (0..<1_000).map { Row(id: $0) }
  }

  enum Action { case increment(Int) }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    guard case .increment(let index) = action else { return .none }
    state.rows[index].count += 1
    return .none
  }
}

private struct Digits: Reducer {
  func reduce(into state: inout [Int], action: Int) -> Effect<Int> {
    state.append(action)
    return .none
  }
}

private struct Polling: Reducer {
  @Dependency(\.continuousClock) var clock

  func reduce(into state: inout Int, action: Void) -> Effect<Void> {
    .run { _ in while true { try await clock.sleep(for: .milliseconds(1)) } }
  }
}
