import Ratchet

/// Stores, rows and effects that come and go.
@MainActor
enum LifetimeBenchmarks {
  static var all: [Benchmark] {
    [
      Benchmark(
        "n-stores", "a store is made, one effect sends, finish, release", baseline: "immediate",
        bar: 3_000
      ) {
        await Sampling.of(count: 5_000) {
          let store = Store(initialState: Counter.State()) { Counter() }
          await store.send(.sendOnce).finish()
        }
      },
      Benchmark(
        "n-drop", "a store with an endless effect is released, until the effect has returned",
        baseline: "n-task", bar: 3_000
      ) {
        await Sampling.of(count: 2_000) {
          let end = End()
          Store(initialState: 0) {
            Reduce<Int, Void> { _, _ in
              .run { _ in
                await forever()
                end.arrive()
              }
            }
          }.send(())
          await end.wait()
        }
      },
      Benchmark(
        "x", "started and cancelled at once, 1,000 times; alive after 500 ms", unit: .effects,
        bar: 0
      ) {
        await leftovers()
      },
      Benchmark(
        "x1M", "1,000,000 rows come, start an effect and go, per row", baseline: "immediate"
      ) { await rows() },
    ]
  }

  private static func leftovers() async -> Double {
    let store = Store(initialState: Counter.State()) { Counter() }
    for _ in 0..<1_000 {
      store.send(.hold(id: 0))
      store.send(.cancel(id: 0))
    }
    try? await Task.sleep(for: .milliseconds(500))
    let statistics = store.statistics
    return Double(
      statistics.effectsStarted - statistics.effectsFinished - statistics.effectsCancelled
        + statistics.effectsUnwinding)
  }

  /// A million rows, a hundred at a time; the remark tells what memory is left of them.
  private static func rows() async -> Sampling {
    let store = Store(initialState: List.State(count: 0)) { List() }
    for _ in 0..<100 { await comeAndGo(100, in: store) }
    Memory.reset()
    let before = Memory.resident
    var sampling = await Sampling.ofOne(per: 1_000_000) {
      for _ in 0..<10_000 { await comeAndGo(100, in: store) }
    }
    Memory.reset()
    if let before, let after = Memory.resident {
      sampling.remark = "then \((after - before) / 1_024) KiB more are resident"
    }
    return sampling
  }

  private static func comeAndGo(_ rows: Int, in store: StoreOf<List>) async {
    for id in 0..<rows {
      store.send(.add(id: id))
      store.send(.row(id: id, action: .hold))
    }
    for id in 0..<rows { store.send(.remove(id: id)) }
    await store.finish()
  }
}
