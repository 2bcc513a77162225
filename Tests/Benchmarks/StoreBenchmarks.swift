import Ratchet

@MainActor
enum StoreBenchmarks {
  static var all: [Benchmark] {
    [
      Benchmark(
        "a", "send(.increment), one Int, no effect", baseline: "reducer", bar: 30
      ) {
        increment()
      },
      Benchmark("observer", "the same with an observer that does nothing", baseline: "a") {
        let store = Store(initialState: Counter.State(), observers: [SilentObserver()]) {
          Counter()
        }
        return Sampling.ofSynchronous(count: 100_000) { store.send(.increment) }
      },
      Benchmark(
        "g", "@Dependency read in a reducer, and its closure called", baseline: "reducer", bar: 22
      ) {
        let store = Store(initialState: Reading.State()) { Reading() }
        return Sampling.ofSynchronous(count: 1_000, per: 1_000) { store.send(.read) }
      },
      Benchmark("g3", "withDependencies, one override, empty body", baseline: "reducer", bar: 80) {
        Sampling.ofSynchronous(count: 100_000) {
          withDependencies {
            $0[NumberClient.self] = .override
          } operation: {
          }
        }
      },
    ]
  }

  /// Row a.
  static func increment(samples: Int = Sampling.samples) -> Sampling {
    let store = Store(initialState: Counter.State()) { Counter() }
    return Sampling.ofSynchronous(count: 1_000_000, samples: samples) { store.send(.increment) }
  }
}

private final class SilentObserver: StoreObserver {
  func observe(_ event: StoreEvent<Counter.State, Counter.Action>) {}
}

private struct NumberClient: DependencyKey {
  var number: @Sendable () -> Int
  static let liveValue = NumberClient { 1 }
  static let override = NumberClient { 2 }
}

private struct Reading: Reducer {
  struct State { var sum = 0 }
  enum Action { case read }

  @Dependency(NumberClient.self) var client

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    for _ in 0..<1_000 { state.sum &+= client.number() }
    return .none
  }
}
