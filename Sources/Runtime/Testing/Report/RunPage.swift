import Ratchet
import RatchetReports

/// Collects what the test stores of one run of a test do, for the page of a failure.
///
/// Used by explorations and simulations, which repeat a failing run for it if `RATCHET_PAGES` names
/// a folder, and by each test store of that run. Owns the collected runs. Do not use it for a
/// second run: its stores would count as the first one's.
@MainActor final class RunPage {
  @TaskLocal static var current: RunPage?

  /// The title of the page, which each collected run has as the name of its program.
  private let program: String
  private var observers: [any ObservedRun] = []

  init(program: String) { self.program = program }

  /// The observer that a new test store adds to its own; empty unless a page is being made.
  ///
  /// It takes the times of the run from the clock of the test store.
  static func observers<State, Action: Sendable>(
    of clock: TestClock
  ) -> [any StoreObserver<State, Action>] {
    guard let page = current else { return [] }
    let observer = RunObserver<State, Action>(program: page.program) { clock.now.offset }
    page.observers.append(observer)
    return [observer]
  }

  /// What each test store did, under a name that distinguishes it from the stores of other runs on
  /// the page.
  func runs(named name: String) -> [RecordedRun] {
    observers.enumerated().map { number, observer in
      var run = observer.run
      run.name = observers.count > 1 ? "\(name), store \(number + 1)" : name
      return run
    }
  }
}
