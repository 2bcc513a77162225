import RatchetDependencies
import Testing

/// One run of a test under a schedule.
final class Exploration: Sendable {
  @TaskLocal static var current: Exploration?

  let schedule: Schedule
  /// Collects the outcomes of the run, if they are wanted.
  let outcomes: Outcomes?
  private let first = Locked<Failure?>(nil)
  private let recorded = Locked<[UInt64]>([])
  private let finished = Locked<[String]>([])
  /// The trace of the newest test store.
  private let trace = Locked<Trace?>(nil)

  /// Whether events are kept, to compare them with those of another run.
  let keepsEvents: Bool

  init(_ schedule: Schedule, outcomes: Outcomes? = nil, keepsEvents: Bool = false) {
    self.schedule = schedule
    self.outcomes = outcomes
    self.keepsEvents = keepsEvents
  }

  /// Keeps the trace of a test store, for failures that do not come from a store.
  func use(_ trace: Trace) {
    self.trace.withLock { $0 = trace }
  }

  /// Records a failure; only the first one counts.
  func addFailure(_ text: String, at location: SourceLocation, trace: Trace?) {
    let trace = trace ?? self.trace.withLock { $0 }
    let failure = Failure(
      text: text, location: location, trace: trace?.lines, deviations: trace?.deviations ?? [])
    first.withLock { first in
      if first == nil { first = failure }
    }
  }

  /// The first failure; `nil` if the schedule has not failed.
  var failure: Failure? { first.withLock { $0 } }

  /// The events of the test stores that have been released.
  var events: [String] { finished.withLock { $0 } }

  func add(_ events: [String]) {
    finished.withLock { $0 += events }
  }

  // MARK: - Choices

  /// The options of each choice of the run, across all its test stores, in order, as bits.
  var choices: [UInt64] { recorded.withLock { $0 } }

  /// The number of the next choice.
  var nextChoice: Int { recorded.withLock { $0.count } }

  /// Records a choice; only the first of a lane's jobs is an option.
  func addChoice(among options: some RandomAccessCollection<ScheduleOption>) {
    var bits: UInt64 = 0
    let options = Array(options.prefix(64))
    for (index, option) in options.enumerated() {
      let isSame = options[..<index].contains { $0.isSameLane(as: option) }
      if !isSame { bits |= 1 << UInt64(index) }
    }
    recorded.withLock { $0.append(bits) }
  }
}
