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
        "mem-effect", "resident memory of one of 10,000 effects in flight, besides its task",
        bar: 1_536
      ) {
        let effect = await resident(10_000) { count in
          let store = Store(initialState: Counter.State()) { Counter() }
          store.send(.holdMany(count))
          return [store]
        }
        let task = await allocatedForTask(among: 10_000)
        guard let effect, let task else { return nil }
        return (Int(effect - task), "with it: \(Figure.bytes(effect))")
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

  /// What each of so many tasks takes that wait as those effects do.
  private static func allocatedForTask(among count: Int) async -> Double? {
    guard let before = Memory.allocated else { return nil }
    let tasks = (0..<count).map { _ in Task.immediate { await forever() } }
    let after = Memory.allocated
    for task in tasks { task.cancel() }
    for task in tasks { await task.value }
    return after.map { Double($0 - before) / Double(count) }
  }

  private static func finishCancelled(_ store: StoreOf<Counter>) async {
    store.send(.cancel(id: 0))
    await store.finish()
  }
}
