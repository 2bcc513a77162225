package import Ratchet

/// Collects what a test store does, for a page.
///
/// Used by `RunPage` of `RatchetTesting`. Owns the run, which has texts, and of the last state
/// the elements of collections: no action lives longer because of it. Do not give it to a second
/// store.
@MainActor package final class RunObserver<State, Action: Sendable>: StoreObserver, ObservedRun {
  package private(set) var run: RecordedRun
  private let time: () -> Duration
  private var steps = 0

  /// Makes the observer of one store, which shows the given time.
  package init(program: String, time: @escaping () -> Duration) {
    run = RecordedRun(program: program)
    self.time = time
  }

  package func begin(_ state: State) { run.begin(state, after: 0) }

  package func observe(_ event: StoreEvent<State, Action>) {
    if case .reduced(let action, let source, let before, let after, _) = event {
      steps += 1
      run.add(
        ReplayedStep(
          number: steps, time: time(), source: RecordedSource(source), action: action,
          before: before, after: after, reads: []))
    } else if let moment = RecordedEffect.Moment(event) {
      run.add(RecordedEffect(moment, time()), after: steps)
    }
  }
}

/// The run that an observer has collected, whatever its types.
@MainActor package protocol ObservedRun {
  var run: RecordedRun { get }
}
