/// What this machine needs for the parts that every figure is made of.
@MainActor
enum Baselines {
  static var all: [Benchmark] {
    [
      Benchmark("reducer", "a direct call of the reducer of a") {
        Sampling.ofSynchronous(count: 1_000_000) { callReducer() }
      },
      Benchmark("send", "an empty 'await' of a function that is not inlined") {
        let send = EmptySend()
        return await Sampling.of(count: 1_000_000) { await send.call() }
      },
      Benchmark("hop", "a hop to the main actor and back") {
        await Sampling.of(count: 1, per: 10_000) { await hop(10_000) }
      },
      Benchmark("task", "a 'Task {}', created and awaited") {
        await Sampling.of(count: 5_000) { await Task<Void, Never> {}.value }
      },
      Benchmark("immediate", "a 'Task.immediate', created and awaited") {
        await Sampling.of(count: 100_000) { await Task<Void, Never>.immediate {}.value }
      },
      Benchmark(
        "n-task", "a 'Task.immediate' that waits without end is cancelled, until it has returned"
      ) {
        await Sampling.of(count: 2_000) {
          let end = End()
          Task.immediate {
            await forever()
            end.arrive()
          }.cancel()
          await end.wait()
        }
      },
    ]
  }

  @concurrent private static func hop(_ count: Int) async {
    for _ in 0..<count { await onMainActor() }
  }

  private static func onMainActor() {}
}

/// Stands for `Send`: one stored closure, called by an `async` method that the optimizer cannot see
/// into.
struct EmptySend: Sendable {
  @MainActor @inline(never) func call() async {}
}

/// Kept, so that the optimizer does not remove the calls.
@MainActor private var state = Counter.State()

@inline(never)
@MainActor private func callReducer() {
  _ = Counter().reduce(into: &state, action: .increment)
}
