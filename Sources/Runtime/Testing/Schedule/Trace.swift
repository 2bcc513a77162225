import RatchetDependencies
import RatchetReports

/// Records what happens in a test store, in order, so that a failure can show its schedule and two
/// runs can be compared.
///
/// Used by `LaneExecutor`, which runs the effects of a test store, and by `TestRun`, which runs the
/// steps of a test. An event of an effect names its *lane*, the executor of that effect. Owns the
/// events, which hold the actions of the test. With the schedule `inOrder`, records nothing, except
/// in an exploration: an action should not live longer in a test than in a program. A long trace
/// loses its beginning: do not rely on it for all actions of a run.
package final class Trace: Sendable {
  enum Event: Sendable {
    /// The test has sent an action; `text`, here and below, describes it, or is `nil` if the text
    /// is made only when the events are printed.
    case sent(any Sendable, text: String?)
    case started(Lane)
    /// Consecutive jobs (pieces of an effect's task) have run.
    case ran(Lane, jobs: Int)
    /// An effect has sent an action, which the test has not received yet; the lane is that of the
    /// sending task, if it has one.
    case parked(any Sendable, Lane?, text: String?)
    case received(any Sendable, text: String?)
    case dropped(any Sendable)
    case cancelled(Lane)
    case ended(Lane)
    case sleeps(Lane, until: Duration)
    /// The clock shows a new time.
    case time(Duration)
    /// How an action has changed the state, as assignments.
    case changed([String])

    /// The lane whose job needs no line of its own next to this event, because the event says what
    /// the job did.
    fileprivate var explained: Lane? {
      switch self {
      case .parked(_, let lane, _): lane
      case .started(let lane), .ended(let lane), .sleeps(let lane, _): lane
      case .sent, .ran, .received, .dropped, .cancelled, .time, .changed: nil
      }
    }
  }

  private struct Events {
    var list: [Event] = []
    var choices = ChoiceRecord()
    /// Whether the first events have been removed.
    var isTruncated = false

    mutating func append(_ event: Event) {
      list.append(event)
      guard list.count > 2 * Self.maxEvents else { return }
      list.removeFirst(Self.maxEvents)
      isTruncated = true
    }

    private static var maxEvents: Int { 2_000 }
  }

  private let events = Locked(Events())
  /// Whether the schedule is `inOrder`.
  let isInOrder: Bool
  /// Whether anything is recorded.
  private let isKept: Bool
  /// Whether the events include how each action changes the state: only in the runs that repeat a
  /// failing test to print its events.
  let recordsChanges: Bool

  init(of schedule: Schedule) {
    isInOrder = schedule == .inOrder
    isKept = !isInOrder || Exploration.current != nil
    recordsChanges = Exploration.current?.recordsChanges == true
  }

  func add(_ event: Event) {
    guard isKept else { return }
    events.withLock { $0.append(event) }
  }

  /// The number of events.
  var count: Int { events.withLock { $0.list.count } }

  /// Records how an action has changed the state, directly after the event of that action;
  /// `position` is the number of events up to and including that one.
  func addChange(_ lines: [String], at position: Int) {
    // The trace may have lost its beginning since `position` was counted.
    events.withLock { $0.list.insert(.changed(lines), at: min(position, $0.list.count)) }
  }

  /// Records a job (a piece of an effect's task); consecutive jobs of one lane become one event.
  func addJob(of lane: Lane) {
    guard isKept else { return }
    events.withLock { events in
      if case .ran(let last, let jobs) = events.list.last, last === lane {
        events.list[events.list.count - 1] = .ran(lane, jobs: jobs + 1)
      } else {
        events.append(.ran(lane, jobs: 1))
      }
    }
  }

  /// Records that nothing can run any more, which ends the delays of the schedule.
  func addRest() {
    guard isKept else { return }
    events.withLock { $0.choices.addRest() }
  }

  /// Records a choice of the schedule.
  func addChoice(_ taken: Int, of options: some RandomAccessCollection<ScheduleOption>) {
    guard isKept else { return }
    events.withLock { $0.choices.add(taken, of: options) }
  }

  /// The recorded actions that were reduced, in order.
  var actions: some Sequence<any Sendable> {
    events.withLock { $0 }.list.lazy.compactMap { event in
      switch event {
      case .sent(let action, _), .received(let action, _): action
      default: nil
      }
    }
  }

  /// The recorded actions in the order in which the test and the effects sent them, for the warning
  /// that all schedules gave the same order.
  ///
  /// `nil` if that order says nothing: no effect sent an action, or an effect was cancelled, which
  /// is how a feature prevents a late answer.
  var sends: [any Sendable]? {
    let list = events.withLock { $0 }.list
    guard list.contains(where: { if case .parked = $0 { true } else { false } }),
      !list.contains(where: { if case .cancelled = $0 { true } else { false } })
    else { return nil }
    return list.compactMap { event in
      switch event {
      case .sent(let action, _), .parked(let action, _, _): action
      default: nil
      }
    }
  }

  /// Which effects were started and cancelled, and which of them still wait at the end; `nil` if
  /// the first events have been removed.
  func effects(waiting: [Lane]) -> EffectsAtEnd? {
    let events = events.withLock { $0 }
    if events.isTruncated { return nil }
    return EffectsAtEnd(
      started: events.list.compactMap { if case .started(let lane) = $0 { lane } else { nil } },
      cancelled: events.list.compactMap { if case .cancelled(let lane) = $0 { lane } else { nil } },
      waiting: waiting)
  }

  /// The choices of the schedule that differ from `inOrder`; `store` is the store's number in its
  /// run.
  func deviations(
    ofStore store: Int = 0
  ) -> [(RunChoices.Deviation, position: ScheduleSearch.Deviation)] {
    events.withLock { $0 }.choices.deviations(ofStore: store)
  }

  /// A line for each event, except for jobs that another event explains (see `shown`).
  package var lines: [String] { start + shown.map(Self.line) }

  /// The lines for people to read: jobs of several effects in a row become one line.
  var story: [String] {
    var story = start
    var effects: [String] = []
    func addJobs() {
      switch effects.count {
      case 0: return
      case 1: story.append("\(effects[0]) continues")
      default: story.append("\(effects.joined(separator: ", ")) run in turn")
      }
      effects = []
    }
    for event in shown {
      if case .ran(let lane, _) = event {
        if !effects.contains(lane.shortLabel) { effects.append(lane.shortLabel) }
      } else {
        addJobs()
        story.append(Self.line(event))
      }
    }
    addJobs()
    return story
  }

  /// A mark if the first events have been removed.
  private var start: [String] { events.withLock { $0.isTruncated } ? ["..."] : [] }

  /// All events but the jobs next to an event that says what they did.
  private var shown: [Event] {
    let list = events.withLock { $0.list }
    return list.indices.filter { index in
      guard case .ran(let lane, _) = list[index] else { return true }
      let beside = list[max(0, index - 1)...min(index + 1, list.count - 1)]
      return !beside.contains { $0.explained === lane }
    }
    .map { list[$0] }
  }

  private static func line(_ event: Event) -> String {
    switch event {
    case .sent(let action, let text): "the test sends \(text ?? ValueLine.text(action))"
    case .started(let lane): "\(lane.shortLabel) starts (\(lane.position))"
    case .ran(let lane, _): "\(lane.shortLabel) continues"
    case .parked(let action, let lane, let text):
      "\(lane?.shortLabel ?? "an effect") sends \(text ?? ValueLine.text(action))"
    case .received(let action, let text): "\(text ?? ValueLine.text(action)) is reduced"
    case .dropped(let action): "\(ValueLine.text(action)) is dropped"
    case .cancelled(let lane): "\(lane.shortLabel) is cancelled"
    case .ended(let lane): "\(lane.shortLabel) ends"
    case .sleeps(let lane, let time): "\(lane.shortLabel) sleeps until \(time)"
    case .time(let time): "the clock shows \(time)"
    case .changed(let assignments): ChangeAssignments.line(assignments)
    }
  }
}
