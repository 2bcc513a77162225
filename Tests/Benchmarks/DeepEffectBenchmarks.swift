import Ratchet

/// Effects that a loop folds out of 1,000: made, entered, run to the end and released.
@MainActor
enum DeepEffectBenchmarks {
  private static let count = 1_000

  static var all: [Benchmark] {
    [
      deep("deep-c", "concatenate folded over 1,000 sends, per part") {
        .concatenate($0, .send(.leaf))
      },
      deep("deep-m", "merge folded over 1,000 sends, per part") { .merge($0, .send(.leaf)) },
      deep("deep-id", "one run with 1,000 cancel ids, per id") { $0.cancellable(id: $1) },
      deep("deep-map", "one run mapped 1,000 times, per map") { effect, _ in effect.map { $0 }
      },
    ]
  }

  private static func deep(
    _ id: String, _ title: String, _ add: @escaping @Sendable (Effect<Deep>, Int) -> Effect<Deep>
  ) -> Benchmark {
    Benchmark(id, title, baseline: "immediate", bar: 1_000) {
      await Sampling.of(count: 5, per: count) {
        let store = Store<Int, Deep>(initialState: 0) {
          Reduce { state, action in
            state += 1
            guard case .begin = action else { return .none }
            var effect = Effect<Deep>.run { await $0(.leaf) }
            for index in 1..<count { effect = add(effect, index) }
            return effect
          }
        }
        await store.send(.begin).finish()
      }
    }
  }

  private static func deep(
    _ id: String, _ title: String, _ add: @escaping @Sendable (Effect<Deep>) -> Effect<Deep>
  ) -> Benchmark {
    deep(id, title) { effect, _ in add(effect) }
  }
}

private enum Deep {
  case begin
  case leaf
}
