import RatchetTesting

@MainActor
enum TestStoreBenchmarks {
  static var all: [Benchmark] {
    [
      Benchmark("h", "TestStore.send with an assertion, one Int", baseline: "immediate") {
        let store = TestStore(initialState: Counter.State()) { Counter() }
        return await Sampling.of(count: 2_000) { await store.send(.increment) { $0.count += 1 } }
      },
      Benchmark("h-rows", "the same with 1,000 rows", baseline: "immediate") {
        let store = TestStore(initialState: Rows.State()) { Rows() }
        return await Sampling.of(count: 500) {
          await store.send(.increment(500)) { $0.rows[500].count += 1 }
        }
      },
      Benchmark("h2", "TestStore.send and receive", baseline: "immediate") {
        let store = TestStore(initialState: Counter.State()) { Counter() }
        return await Sampling.of(count: 1_000) {
          await store.send(.sendOnce)
          await store.receive(where: { if case .tick = $0 { true } else { false } }) {
            $0.count += 1
          }
        }
      },
    ]
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
