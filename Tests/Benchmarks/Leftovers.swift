import Ratchet

/// Row x: counts the effects that are left when each was cancelled at once.
@MainActor
enum Leftovers {
  static func measure(into table: inout Table) async {
    let store = Store(initialState: Counter.State()) { Counter() }
    for _ in 0..<1_000 {
      store.send(.start)
      store.send(.cancel)
    }
    try? await Task.sleep(for: .milliseconds(500))
    let statistics = store.statistics
    let alive =
      statistics.effectsStarted - statistics.effectsFinished - statistics.effectsCancelled
      + statistics.effectsUnwinding
    table.add(
      id: "x", title: "started and cancelled at once, 1,000 times; alive after 500 ms",
      result: "\(alive)", bar: "0")
  }
}
