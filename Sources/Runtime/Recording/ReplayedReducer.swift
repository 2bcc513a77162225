import Ratchet
package import RatchetDependencies

/// Reduces the actions of a store again, without effects, with the values that the reducer took
/// from outside the first time.
///
/// There are two kinds of such values. The reducer *reads* values from dependencies such as `uuid`:
/// the *tape* in the dependencies answers with the recorded ones. *Kept fields* have the values of
/// shared keys: the *arrivals* are the values that they took from the storage of these keys.
///
/// Used by `Replay` and `StoreHistory`, which own it. Owns the reduction (the reducer in the form
/// that runs), which is made under the dependencies in which it runs.
final class ReplayedReducer<State, Action: Sendable> {
  private let tape = ReadTape.answering()
  private let dependencies: DependencyValues
  private let reduction: Reduction<State, Action>
  private let kept: KeptState<State>?

  init(in outer: DependencyValues, _ makeReduction: () -> Reduction<State, Action>) {
    var values = outer
    values.answerReads(by: tape)
    // Values of shared keys come from the recording, so the storage is empty. A reducer's
    // `@SharedReader` finds the values of kept fields in the `SharedReads`, as it does in a store.
    values.sharedStorage = SharedStorage()
    values[SharedReadsKey.self] = SharedReads()
    dependencies = values
    let reduction = values.withValues(makeReduction)
    self.reduction = reduction
    kept = values.withValues { reduction.kept() }
  }

  /// Reduces an action; `answers` has what its reducer read, and the arrivals of its kept fields.
  ///
  /// First, `kept` records the values of the kept fields, with which `finish` compares, and the
  /// fields take their arrivals. Then the reducer runs, and `finish` applies the changes of shared
  /// values that it returns. Returns how the reads differ from the recorded ones, or `nil`.
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
  /// The dependencies of a replay of a recording: those in force, with live values where nothing is
  /// set.
  ///
  /// Live values do no harm, since no effect uses them; reading test values might be reported.
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
    // Read before the context changes: in a live context, this would be the program's storage.
    let storage = sharedStorage
    context = .live
    sharedStorage = storage
    answerReads(by: tape)
  }
}
