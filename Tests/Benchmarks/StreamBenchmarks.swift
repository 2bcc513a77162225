import Ratchet

/// Rows f-stream and f-sequence: elements in the buffer of a stream, each of which is sent.
@MainActor
enum StreamBenchmarks {
  private static let count = 10_000

  static var all: [Benchmark] {
    [
      row("f-stream", "a run sends 10,000 buffered elements of an AsyncStream, per element") {
        stream in
        .run { send in for await number in stream { await send(.received(number)) } }
      },
      row("f-sequence", "the same by Effect.sequence") { stream in
        .sequence({ stream }, action: Streaming.Action.received)
      },
    ]
  }

  private static func row(
    _ id: String, _ title: String,
    _ effect: @escaping @Sendable (AsyncStream<Int>) -> Effect<Streaming.Action>
  ) -> Benchmark {
    Benchmark(id, title, baseline: "hop") {
      await Sampling.of(count: 1, per: count) {
        let store = Store(initialState: Streaming.State()) { Streaming(effect: effect) }
        let (stream, continuation) = AsyncStream<Int>.makeStream()
        for number in 0..<count { continuation.yield(number) }
        continuation.finish()
        await store.send(.start(stream)).finish()
        precondition(store.state.received == count)
      }
    }
  }
}

private struct Streaming: Reducer {
  struct State { var received = 0 }

  enum Action {
    case start(AsyncStream<Int>)
    case received(Int)
  }

  let effect: @Sendable (AsyncStream<Int>) -> Effect<Action>

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .start(let stream): return effect(stream)
    case .received(let number):
      precondition(number == state.received, "an element is out of order")
      state.received += 1
      return .none
    }
  }
}
