import RatchetDependencies
import Testing

/// One run of a test under a schedule.
final class Exploration: Sendable {
  @TaskLocal static var current: Exploration?

  let schedule: Schedule
  /// Collects the outcomes of the run, if they are wanted.
  let outcomes: Outcomes?
  /// The options of each choice of the run, across all its test stores, in order, as bits.
  @MainActor private(set) var choices: [UInt64] = []
  private let contents = Locked(Contents())

  private struct Contents {
    /// The first failure.
    var failure: Failure?
    var events: [String] = []
    /// The trace of the newest test store.
    var trace: Trace?
  }

  /// Whether events are kept, to compare them with those of another run.
  let keepsEvents: Bool

  init(_ schedule: Schedule, outcomes: Outcomes? = nil, keepsEvents: Bool = false) {
    self.schedule = schedule
    self.outcomes = outcomes
    self.keepsEvents = keepsEvents
  }

  /// Keeps the trace of a test store, for failures that do not come from a store.
  func use(_ trace: Trace) {
    contents.withLock { $0.trace = trace }
  }

  /// Records a failure; only the first one counts.
  func addFailure(_ text: String, at location: SourceLocation, trace: Trace?) {
    let trace = trace ?? contents.withLock { $0.trace }
    let failure = Failure(
      text: text, location: location, trace: trace?.lines, deviations: trace?.deviations ?? [])
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

  /// Records a choice; only the first of a lane's jobs is an option.
  @MainActor func addChoice<Options: RandomAccessCollection<ScheduleOption>>(
    among options: Options
  ) where Options.Index == Int {
    var bits: UInt64 = 0
    for index in options.indices.prefix(64) {
      let option = options[index]
      let isSame = options[..<index].contains { $0.isSameLane(as: option) }
      if !isSame { bits |= 1 << UInt64(index - options.startIndex) }
    }
    choices.append(bits)
  }
}
