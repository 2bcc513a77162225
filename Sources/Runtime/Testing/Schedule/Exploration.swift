import RatchetDependencies
import Testing

/// One run of a test under a schedule.
final class Exploration: Sendable {
  @TaskLocal static var current: Exploration?

  /// The schedule that is given to the test.
  let schedule: Schedule
  /// What the test stores that are given the schedule do instead, if anything.
  private let prescribed: RunDeviations?
  /// Collects the outcomes of the run, if they are wanted.
  let outcomes: Outcomes?
  /// The deviations that the run could have had, across all its test stores.
  @MainActor private(set) var nextDeviations: NextDeviations
  private let contents = Locked(Contents())

  private struct Contents {
    /// The first failure.
    var failure: Failure?
    var events: [String] = []
    /// The traces of the test stores that the run has made.
    var traces: [Trace] = []
    /// Whether one of them was given the schedule of the run.
    var haveSchedule = false
  }

  /// Whether events are kept, to compare them with those of another run.
  let keepsEvents: Bool

  @MainActor init(
    _ schedule: Schedule, outcomes: Outcomes? = nil, keepsEvents: Bool = false,
    next: NextDeviations = NextDeviations()
  ) {
    self.schedule = schedule
    prescribed = nil
    nextDeviations = next
    self.outcomes = outcomes
    self.keepsEvents = keepsEvents
  }

  /// Repeats a run: each test store that is given the schedule follows the deviations of its own.
  @MainActor init(_ prescribed: RunDeviations) {
    schedule = Schedule(deviations: prescribed.all)
    self.prescribed = prescribed
    nextDeviations = NextDeviations()
    outcomes = nil
    keepsEvents = false
  }

  /// The schedule that the next test store is to follow when it is given this one.
  func scheduleOfNextStore(given schedule: Schedule) -> Schedule {
    contents.withLock { contents in
      guard schedule == self.schedule else { return schedule }
      contents.haveSchedule = true
      return prescribed?.schedule(ofStore: contents.traces.count) ?? schedule
    }
  }

  /// Keeps the trace of a test store, for failures that do not come from a store.
  func use(_ trace: Trace) {
    contents.withLock { $0.traces.append(trace) }
  }

  /// Whether the run has made test stores, and has given its schedule to none of them.
  var ignoresSchedule: Bool {
    contents.withLock { !$0.traces.isEmpty && !$0.haveSchedule }
  }

  /// How the run deviates from `inOrder` so far.
  private var deviations: RunDeviations {
    RunDeviations(stores: contents.withLock { $0.traces }.map(\.deviations))
  }

  /// Records a failure; only the first one counts.
  func addFailure(_ text: String, at location: SourceLocation, trace: Trace?) {
    let trace = trace ?? contents.withLock { $0.traces.last }
    let failure = Failure(
      text: text, location: location, trace: trace?.lines, deviations: deviations)
    contents.withLock { contents in
      if contents.failure == nil { contents.failure = failure }
    }
  }

  /// The first failure; `nil` if the schedule has not failed.
  var failure: Failure? { contents.withLock { $0.failure } }

  /// The events of the test stores that have been released.
  var events: [String] { contents.withLock { $0.events } }

  func add(_ events: [String]) {
    contents.withLock { $0.events += events }
  }

  // MARK: - Choices

  /// Records a choice.
  @MainActor func addChoice<Options: RandomAccessCollection<ScheduleOption>>(
    among options: Options
  ) where Options.Index == Int {
    nextDeviations.addChoice(among: options)
  }
}
