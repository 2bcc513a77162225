package import Ratchet
import RatchetRecording

/// Collects what a test store does, for a page.
///
/// Used by `RunPage` of `RatchetTesting`. Owns the run. Do not give it to a second store.
///
/// The run holds texts, and the elements of collections in the last state, but no actions, so
/// observing does not extend an action's lifetime.
@MainActor package final class RunObserver<State, Action: Sendable>: StoreObserver, ObservedRun {
  package private(set) var run: RecordedRun
  private let time: () -> Duration
  /// The number of actions so far.
  private var steps = 0

  /// Makes the observer of one store; `time` is what the store's clock shows at each step.
  package init(program: String, time: @escaping () -> Duration) {
    run = RecordedRun(program: program)
    self.time = time
  }

  package func begin(_ state: State) { run.begin(state, after: 0) }

  package func observe(_ event: StoreEvent<State, Action>) {
    if case .reduced(let action, let source, let before, let after, _) = event {
      steps += 1
      run.addStep(
        ReplayedStep(
          number: steps, time: time(), source: RecordedSource(source), action: action,
          before: before, after: after, reads: []))
    } else if let moment = RecordedEffect.Moment(event) {
      run.addEvent(RecordedEffect(moment, time()), after: steps)
    }
  }
}

/// The run that an observer has collected, whatever its types.
@MainActor package protocol ObservedRun {
  var run: RecordedRun { get }
}
