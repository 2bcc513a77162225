import Ratchet

/// Rows mem-store and mem-effect: resident memory, for each of many.
@MainActor
enum MemoryBenchmarks {
  static var all: [Benchmark] {
    [
      Benchmark("mem-store", "resident memory of an idle store", unit: .bytes, bar: 450) {
        await resident(100_000) { count in
          (0..<count).map { _ in Store(initialState: Counter.State()) { Counter() } }
        }
      },
      Benchmark(
        "mem-effect", "resident memory of one of 10,000 effects in flight", unit: .bytes,
        bar: 1_536
      ) {
        await resident(10_000) { count in
          let store = Store(initialState: Counter.State()) { Counter() }
          store.send(.holdMany(count))
          return [store]
        }
      },
    ]
  }

  /// What each of so many takes, after the first ones have set up what all share.
  private static func resident(
    _ count: Int, _ make: (_ count: Int) -> [StoreOf<Counter>]
  ) async -> Double? {
    for store in make(10) { await finishCancelled(store) }
    Memory.reset()
    guard let before = Memory.resident else { return nil }
    let made = make(count)
    let after = Memory.resident
    for store in made where made.count == 1 { await finishCancelled(store) }
    return withExtendedLifetime(made) { after.map { Double($0 - before) / Double(count) } }
  }

  private static func finishCancelled(_ store: StoreOf<Counter>) async {
    store.send(.cancel(id: 0))
    await store.finish()
  }
}
