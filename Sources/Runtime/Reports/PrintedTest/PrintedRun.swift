/// A failing run of `simulate`, as far as its printed test shows it.
///
/// `simulate` runs a feature many times with random actions, times, and *faults* (calls of clients
/// that fail), and prints a test that repeats a failing run. Used by `PrintedTest`. Made from a
/// `SimulatedRun` by `RatchetTesting`, on which this module does not depend.
package struct PrintedRun {
  /// What fails.
  package enum Failure {
    /// The invariant, or the limit of actions, with this name does not hold.
    case always(String)
    /// The condition with this name never held.
    case eventually(String)
    /// An issue was recorded.
    case issue
  }

  /// What the simulation did to its test store, or to the program.
  package enum Step {
    case send(Any)
    case advance(Duration)
    /// The program started again, with a new store. After a crash, the effects of the last store
    /// have not been ended.
    case restart(isCrash: Bool)
    /// The random steps have ended: from now on, no call fails.
    case stopFaults
    /// Effects ran until none could continue by itself.
    case settle
  }

  /// The most steps of a test that is printed.
  static var maxSteps: Int { 200 }

  /// What fails; `nil` for a run that did not fail.
  let failure: Failure?
  let steps: [Step]
  /// The source of each store's schedule, which orders effects; empty if all have the default one.
  let schedules: [String]
  /// The calls that fail, counted from 1, by the names of the faults.
  let faults: [String: [Int]]
  /// The random numbers that overrides of dependencies took from their `Draw`, except for faults.
  let draws: [Int]
  /// For a failing invariant: whether the printed test checks it at its end, because no action has
  /// made it fail.
  ///
  /// True if the run ends in the initial state, also that after a restart; or if the invariant
  /// fails only at the end of the run, because effects have changed a value around the feature.
  let isFoundAtEnd: Bool

  /// Makes the run.
  package init(
    failure: Failure?, steps: [Step], schedules: [String], faults: [String: [Int]], draws: [Int],
    isFoundAtEnd: Bool
  ) {
    self.failure = failure
    self.steps = steps
    self.schedules = schedules
    self.faults = faults
    self.draws = draws
    self.isFoundAtEnd = isFoundAtEnd
  }

  /// Whether all stores have the default schedule.
  var isInOrder: Bool { schedules.isEmpty }

  /// The number of restarts, each of which makes another store.
  var restarts: Int { steps.count { if case .restart = $0 { true } else { false } } }
}
