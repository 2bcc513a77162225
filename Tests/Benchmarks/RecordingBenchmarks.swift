import FoundationEssentials
import Ratchet
import RatchetRecording

/// What recording adds to an action on the main actor, and what a replay costs.
@MainActor
enum RecordingBenchmarks {
  static var all: [Benchmark] {
    [
      Benchmark(
        "rec", "row a, recorded to a file, on the main actor", baseline: "reducer", bar: 5_000
      ) {
        await record()
      },
      Benchmark("rec-write", "the same until it is written", baseline: "reducer") {
        await recordAndWrite()
      },
      Benchmark(
        "replay", "1,000,000 recorded actions replayed, each", baseline: "reducer", bar: 15_000
      ) {
        await replay { _ in .increment }
      },
      Benchmark(
        "replay-any", "the same, each action another one", baseline: "reducer"
      ) {
        await replay { .add($0) }
      },
    ]
  }

  /// In batches that are written before the next one begins.
  private static func record() async -> Sampling {
    let file = TemporaryFile()
    guard let recorder = file.recorder() else { return Sampling.ofSynchronous(count: 1) {} }
    let store = Store(initialState: Tally.State(), observers: [recorder]) { Tally() }
    return await Sampling.of(
      count: 10_000, before: { try? await recorder.flush() }, { store.send(.increment) })
  }

  private static func recordAndWrite() async -> Sampling {
    let file = TemporaryFile()
    guard let recorder = file.recorder() else { return Sampling.ofSynchronous(count: 1) {} }
    let store = Store(initialState: Tally.State(), observers: [recorder]) { Tally() }
    return await Sampling.of(count: 1, per: 10_000) {
      for _ in 0..<10_000 { store.send(.increment) }
      try? await recorder.flush()
    }
  }

  private static func replay(_ action: (Int) -> Tally.Action) async -> Sampling {
    let file = TemporaryFile()
    guard let recorder = file.recorder() else { return Sampling.ofSynchronous(count: 1) {} }
    let store = Store(initialState: Tally.State(), observers: [recorder]) { Tally() }
    for number in 0..<1_000_000 {
      store.send(action(number))
      if number % 10_000 == 0 { try? await recorder.flush() }
    }
    try? await recorder.close()
    guard let recording = try? Recording(contentsOf: file.url) else {
      return Sampling.ofSynchronous(count: 1) {}
    }
    return await Sampling.ofOne(per: 1_000_000) {
      let result = recording.replay(Tally())
      precondition(result == .same(steps: 1_000_000), "\(result)")
    }
  }
}

private struct Tally: Reducer {
  struct State: Codable, Sendable { var count = 0 }

  enum Action: Codable, Sendable {
    case increment
    case add(Int)
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .increment: state.count += 1
    case .add(let number): state.count &+= number
    }
    return .none
  }
}

/// A file that is removed with this object.
@MainActor private final class TemporaryFile {
  let url = FileManager.default.temporaryDirectory
    .appendingPathComponent("ratchet-\(UUID().uuidString).jsonl")

  deinit {
    try? FileManager.default.removeItem(at: url)
  }

  func recorder() -> ActionRecorder<Tally.State, Tally.Action>? {
    try? ActionRecorder(to: url, of: Tally.self, program: "tally", version: "1")
  }
}
