import Ratchet

@MainActor
enum EffectBenchmarks {
  static var all: [Benchmark] {
    [
      Benchmark("d", "a run that sends once, finished", baseline: "immediate", bar: 1_200) {
        let store = makeStore()
        return await Sampling.of(count: 20_000) { await store.send(.sendOnce).finish() }
      },
      Benchmark("d2", "Effect.send, finished", baseline: "immediate") {
        let store = makeStore()
        return await Sampling.of(count: 50_000) { await store.send(.sendEffect).finish() }
      },
      Benchmark("d3", "a merge of 10 runs, finished", baseline: "immediate") {
        let store = makeStore()
        return await Sampling.of(count: 5_000) { await store.send(.sendTen).finish() }
      },
      Benchmark("d4", "10,000 concurrent runs, each sends once", baseline: "immediate") {
        await concurrent()
      },
      Benchmark("e", "a run that sends and never ends, cancelled", baseline: "immediate") {
        let store = makeStore()
        return await Sampling.of(count: 5_000) { await store.send(.sendThenHold(id: 0)).finish() }
      },
      Benchmark("e3", "the same with 10,000 ids in flight", baseline: "immediate") {
        let store = makeStore()
        for id in 1...10_000 { store.send(.hold(id: id)) }
        return await Sampling.of(count: 5_000) { await store.send(.sendThenHold(id: 0)).finish() }
      },
      Benchmark("f", "one run sends 100,000 actions, per action", baseline: "send", bar: 300) {
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

  private static func concurrent() async -> Sampling {
    let store = makeStore()
    PeakMemory.reset()
    let before = PeakMemory.kilobytes
    var sampling = await Sampling.of(count: 1) {
      await store.send(.startConcurrently(10_000)).finish()
    }
    if let before, let after = PeakMemory.kilobytes {
      sampling.remark =
        "peak \(after / 1024) MiB, \((after - before) / 1024) MiB of it for the effects"
    }
    return sampling
  }
}
