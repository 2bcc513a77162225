import Ratchet

@MainActor
enum EffectBenchmarks {
  static var all: [Benchmark] {
    [
      Benchmark("d", "a run that sends once, finished", baseline: "immediate", bar: 800) {
        let store = makeStore()
        return await Sampling.of(count: 20_000) { await store.send(.sendOnce).finish() }
      },
      Benchmark("d2", "Effect.send, finished", baseline: "immediate", bar: 250) {
        let store = makeStore()
        return await Sampling.of(count: 50_000) { await store.send(.sendEffect).finish() }
      },
      Benchmark("d3", "a merge of 10 runs, finished", baseline: "immediate", bar: 7_000) {
        let store = makeStore()
        return await Sampling.of(count: 5_000) { await store.send(.sendTen).finish() }
      },
      Benchmark(
        "d4", "10,000 concurrent runs, each sends once", baseline: "immediate", bar: 20_000_000
      ) {
        let store = makeStore()
        return await Sampling.of(count: 1) {
          await store.send(.startConcurrently(10_000)).finish()
        }
      },
      Benchmark(
        "e", "a run that sends and never ends, cancelled", baseline: "immediate", bar: 2_500
      ) {
        let store = makeStore()
        return await Sampling.of(count: 5_000) { await store.send(.sendThenHold(id: 0)).finish() }
      },
      Benchmark("e3", "the same with 10,000 ids in flight", baseline: "immediate", bar: 2_800) {
        await cancelled(amongIDs: 10_000)
      },
      Benchmark("f", "one run sends 100,000 actions, per action", baseline: "send", bar: 160) {
        let store = makeStore()
        return await Sampling.of(count: 1, per: 100_000) {
          await store.send(.sendMany(100_000)).finish()
        }
      },
    ]
  }

  private static func makeStore() -> StoreOf<Counter> {
    Store(initialState: Counter.State()) { Counter() }
  }

  /// Row e3 with as many other ids.
  static func cancelled(amongIDs count: Int) async -> Sampling {
    let store = makeStore()
    for id in 1...count { store.send(.hold(id: id)) }
    return await Sampling.of(count: 5_000) { await store.send(.sendThenHold(id: 0)).finish() }
  }
}
