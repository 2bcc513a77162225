import Ratchet
package import RatchetDependencies

/// Reduces the actions of a store again, without effects: its reducer reads what it read then, and
/// its kept fields, those that have the values of shared keys, take what they took then.
///
/// Used by `Replay` and `StoreHistory`, which own it. Owns the reduction, which is made under the
/// dependencies in which it runs.
final class ReplayedReducer<State, Action: Sendable> {
  private let tape = ReadTape.answering()
  private let dependencies: DependencyValues
  private let reduction: Reduction<State, Action>
  private let kept: KeptState<State>?

  init(in outer: DependencyValues, _ makeReduction: () -> Reduction<State, Action>) {
    var values = outer
    values.answerReads(by: tape)
    // Values of shared keys come from the recording, so the storage is empty. `@SharedReader` finds
    // the kept fields, which have such values, in the `SharedReads`, as it does in a store.
    values.sharedStorage = SharedStorage()
    values[SharedReadsKey.self] = SharedReads()
    dependencies = values
    let reduction = values.withValues(makeReduction)
    self.reduction = reduction
    kept = values.withValues { reduction.kept() }
  }

  /// Changes the state as the action did then, when the reducer read `answers`.
  ///
  /// Returns what is wrong with the reads; `nil` if nothing is.
  func reduce(
    _ state: inout State, _ action: Action, reading answers: [ReadTape.Answer]
  ) -> String? {
    dependencies.withValues {
      tape.begin(answers.filter { !$0.isArrival })
      kept?.read(state)
      kept?.adopt(SharedArrivals(answers), &state)
      let effect = reduction.run(&state, action)
      _ = kept?.finish(effect, &state)
      return tape.problemAtEnd()
    }
  }
}

extension DependencyValues {
  /// The dependencies of a replay of a recording.
  ///
  /// Live values do no harm, since no effect uses them; test values might be reported when read.
  static var ofReplay: DependencyValues {
    var values = DependencyValues.current
    values.context = .live
    return values
  }

  /// Makes reducers read recorded values, in order, each given as JSON; for printed tests.
  ///
  /// Other dependencies have live values, except that the storage of shared keys stays. Changes of
  /// shared keys from outside the store are left out: `RecordedTest.feature` applies them.
  package mutating func answerRecorded(_ reads: [String]) throws(RecordingError) {
    let tape = ReadTape.answering()
    let answers = try ReadTape.Answer.recorded(texts: reads)
    tape.begin(answers.filter { !$0.isArrival })
    let storage = sharedStorage
    context = .live
    sharedStorage = storage
    answerReads(by: tape)
  }
}
