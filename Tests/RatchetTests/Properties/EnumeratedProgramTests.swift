import RatchetTesting
import TestSupport

/// Up to five steps in release, and up to four in debug.
///
/// In debug each of the 9,604 programs of five steps takes ten times as long. A default run has
/// those of two, and some of three.
@MainActor @Suite("Every program of a few steps")
struct EnumeratedProgramTests {
  @Test("does on a store what it does on the model", arguments: 0...longest)
  func store(length: Int) async {
    for program in programs(of: length) {
      let run = await program.runOnStore()
      let outcome = run.outcome
      #expect(outcome == Outcome(program.runOnModel()), "\(program)")
      #expect(run.store.registry.isEmpty, "\(program)")
      run.end()
    }
  }

  @Test("reduces the same on a test store, and leaves nothing", arguments: 0...longest)
  func testStore(length: Int) async {
    for program in programs(of: length) {
      let (run, issues) = await program.runOnTestStore(.inOrder)
      #expect(run.store.state.log == program.runOnModel().log, "\(program)")
      #expect(issues.isEmpty, "\(program)")
    }
  }
}

// MARK: - Fixtures

#if DEBUG
  private let longest = Deep.isFull ? 4 : 3
#else
  private let longest = Deep.isFull ? 5 : 3
#endif

/// Start one effect, which throws in the end, start another in the place of those in flight, which
/// nests a third, send, cancel by id, cancel the first handle, let the first effect finish, remove
/// the feature.
private let steps: [Program.Command] = [
  .send(0), .send(1), .send(2), .send(3), .cancel(send: 0), .open(gate: 0), .remove,
]

/// Made anew: the leak check does not see through a global whose pointers carry the tags of
/// indirect cases.
private var reactions: [Int: Program.Reaction] {
  [
    0: .init(
      effect: .cancellable(
        .run(
          Operation(
            number: 1, steps: [.send(10), .wait(gate: 0), .send(11), .fail], handler: 17)), id: 0,
        cancelInFlight: false)),
    1: .init(
      effect: .cancellable(
        .concatenate([
          .run(Operation(number: 2, steps: [.wait(gate: 1), .send(12)], heedsCancellation: false)),
          .send(13),
        ]), id: 0, cancelInFlight: true)),
    2: .init(effect: .merge([.send(14), .send(15)])),
    3: .init(effect: .cancel(id: 0)),
    12: .init(
      effect: .cancellable(
        .run(Operation(number: 3, steps: [.wait(gate: 0), .fail])), id: 0, cancelInFlight: false)),
    15: .init(effect: .send(16)),
  ]
}

/// Where nothing is in flight these do nothing: a program that begins with one is a shorter
/// program.
private let idleSteps: Set<Int> = [3, 4, 6]

private func programs(of length: Int) -> [Program] {
  var all: [[Program.Command]] = [[]]
  for index in 0..<length {
    let next = steps.indices.filter { index > 0 || !idleSteps.contains($0) }
    all = all.flatMap { commands in next.map { commands + [steps[$0]] } }
  }
  let reactions = reactions
  let step = Deep.isFull || length < longest ? 1 : 8
  return stride(from: 0, to: all.count, by: step).map {
    Program(reactions: reactions, commands: all[$0])
  }
}
