import RatchetDependencies
import Testing

/// Collects what happens in one run of an explored test: its failure, and the events and choices of
/// its test stores.
///
/// Used by `exploreSchedules`, which makes an object for each run of the test and sets it as
/// `current` meanwhile, and by the test stores of the run, which ask for their schedule. Owns the
/// run's failure, which is recorded in the test only after the run. Do not use it for a second run:
/// only the first failure counts.
final class Exploration: Sendable {
  @TaskLocal static var current: Exploration?
  /// The effects of a run under `inOrder`, with which those of other runs are compared.
  ///
  /// `nil` outside an exploration; the value in the lock is `nil` until a run ends with waiting
  /// effects.
  @TaskLocal static var effectsInOrder: Locked<EffectsAtEnd?>?

  /// The schedule of the test stores that are given none.
  let schedule: Schedule
  /// In a run that repeats an earlier one, the choices that each test store repeats.
  private let prescribed: RunChoices?
  /// Collects the final state of each test store and the orders of its actions; if not `nil`, the
  /// run also collects choices.
  let outcomes: Outcomes?
  /// The deviations that were possible in the run, in all of its test stores, and did not happen.
  @MainActor private(set) var nextDeviations: NextDeviations
  private let contents = Locked(Contents())

  private struct Contents {
    /// The first failure.
    var failure: Failure?
    var events: [String] = []
    var effects = EffectsAtEnd()
    /// The traces of the test stores that the run has made.
    var traces: [Trace] = []
    /// Whether one of the stores was given the schedule of the run.
    var haveSchedule = false
    var hasKnownIssue = false
  }

  /// Whether the events are kept, to compare them with the events of a second run.
  let keepsEvents: Bool
  /// Whether the events include how the state changes, which takes time.
  let recordsChanges: Bool

  @MainActor init(
    _ schedule: Schedule, repeating prescribed: RunChoices? = nil, outcomes: Outcomes? = nil,
    keepsEvents: Bool = false, recordsChanges: Bool = false,
    next: NextDeviations = NextDeviations()
  ) {
    self.schedule = schedule
    self.prescribed = prescribed
    nextDeviations = next
    self.outcomes = outcomes
    self.keepsEvents = keepsEvents
    self.recordsChanges = recordsChanges
  }

  /// Repeats an earlier run: each test store that is given the schedule follows its own deviations.
  @MainActor convenience init(_ choices: RunChoices, recordsChanges: Bool = false) {
    self.init(
      choices.schedule ?? Schedule(deviations: choices.deviations.map(\.text)), repeating: choices,
      recordsChanges: recordsChanges)
  }

  /// Returns the schedule that the next test store follows when the test gives it this schedule: a
  /// different one only in a run that repeats the deviations of an earlier run.
  func scheduleOfNextStore(given schedule: Schedule) -> Schedule {
    contents.withLock { contents in
      guard schedule == self.schedule else { return schedule }
      contents.haveSchedule = true
      guard let prescribed, prescribed.schedule == nil else { return schedule }
      // Stores are numbered from 0, in the order in which they are made.
      return prescribed.deviating(store: contents.traces.count)
    }
  }

  /// Keeps the trace (the recorded events) of a new test store, for its deviations and for failures
  /// that no store has recorded.
  func use(_ trace: Trace) {
    contents.withLock { $0.traces.append(trace) }
  }

  /// For each test store, its actions in the order in which they were sent; without the stores for
  /// which that order says nothing (`Trace.sends`).
  var sends: [[any Sendable]] { contents.withLock { $0.traces }.compactMap(\.sends) }

  /// Whether a test store of the run follows its schedule.
  var usesSchedule: Bool { contents.withLock { $0.haveSchedule } }

  /// Whether the run has made test stores, and has given its schedule to none of them.
  var ignoresSchedule: Bool {
    contents.withLock { !$0.traces.isEmpty && !$0.haveSchedule }
  }

  /// The choices of the run so far.
  private var choices: RunChoices {
    let traces = contents.withLock { $0.traces }
    let deviations = traces.enumerated().flatMap { $1.deviations(ofStore: $0).map(\.0) }
    return RunChoices(schedule: schedule.isRandom ? schedule : nil, deviations: deviations)
  }

  /// Records a failure; only the first one counts.
  func addFailure(
    _ text: String, at location: SourceLocation, trace: Trace?, isExpectation: Bool = false
  ) {
    let trace = trace ?? contents.withLock { $0.traces.last }
    let failure = Failure(
      text: text, location: location, isExpectation: isExpectation, trace: trace?.story ?? [],
      choices: choices, storeCount: contents.withLock { $0.traces.count },
      isInOrder: schedule == .inOrder)
    contents.withLock { contents in
      if contents.failure == nil { contents.failure = failure }
    }
  }

  /// Whether an expectation has failed inside a `withKnownIssue`, in the run or around it.
  var hasKnownIssue: Bool { contents.withLock { $0.hasKnownIssue } }

  func addKnownIssue() { contents.withLock { $0.hasKnownIssue = true } }

  /// The first failure; `nil` if the run has not failed.
  var failure: Failure? { contents.withLock { $0.failure } }

  /// The events so far of the test store that was made last.
  var story: [String] { contents.withLock { $0.traces.last }?.story ?? [] }

  /// The events of the test stores that have been released.
  var events: [String] { contents.withLock { $0.events } }

  func add(_ events: [String]) {
    contents.withLock { $0.events += events }
  }

  /// The effects of the test stores that have been released.
  var effects: EffectsAtEnd { contents.withLock { $0.effects } }

  /// Adds the effects of a test store, at its end.
  func add(_ effects: EffectsAtEnd) {
    contents.withLock { contents in
      contents.effects.started += effects.started
      contents.effects.cancelled += effects.cancelled
      contents.effects.waiting += effects.waiting
    }
  }

  // MARK: - Choices

  /// Records a choice of a test store, for the schedules to try next.
  ///
  /// `first` is the index of the default option. If `isSameAsLast`, a task has only yielded since
  /// the last choice: a deviation that both choices allow is then tried only at this one.
  @MainActor func addChoice<Options: RandomAccessCollection<ScheduleOption>>(
    among options: Options, first: Int, isSameAsLast: Bool
  ) where Options.Index == Int {
    if isSameAsLast { nextDeviations.removeDeviationsOfLastChoice(possibleAmong: options) }
    nextDeviations.addChoice(among: options, first: first)
  }
}
