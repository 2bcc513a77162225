import RatchetDependencies
import Testing

/// Records the failures and warnings of one test store, or of one call of `expect`, at the line of
/// the test's current step.
///
/// Used by `TestStore`, which sets the line at each step, and by everything in the store that can
/// fail. Owns that line. In a run of `exploreSchedules`, the sink passes failures on to the run
/// instead of recording them. Do not use it for two test stores: each has its own line and trace.
final class IssueSink: Sendable {
  private struct Position {
    var location: SourceLocation
    var realTimeWindow: RealTimeWindow?
  }

  /// The line that made the test store.
  let creation: SourceLocation
  /// The recorded events of the test store, which a failure of an exploration shows.
  private let trace: Trace
  /// The run of `exploreSchedules` in which the store was made; `nil` outside of one.
  private let exploration: Exploration?
  private let position: Locked<Position>

  init(_ creation: SourceLocation, trace: Trace) {
    self.creation = creation
    self.trace = trace
    exploration = Exploration.current
    position = Locked(Position(location: creation))
  }

  /// The line of the test at which failures are recorded now.
  var location: SourceLocation {
    get { position.withLock { $0.location } }
    set { position.withLock { $0.location = newValue } }
  }

  /// The real-time window, while one is open: while `TestStore.waiting(upTo:)` runs.
  var realTimeWindow: RealTimeWindow? {
    get { position.withLock { $0.realTimeWindow } }
    set { position.withLock { $0.realTimeWindow = newValue } }
  }

  /// Records an error from the log of the store's dependencies, with the line that caused it.
  func record(_ message: LogMessage) {
    record("\(message.text)\n\n(\(message.fileID):\(message.line))")
  }

  /// Records what was left at the end of a test, at the line that made the test store.
  func recordAtCreation(_ left: LeftoverReport) {
    location = creation
    switch left {
    case .nothing: break
    case .failure(let text): record(text)
    case .warning(let text): warn(text)
    }
  }

  /// Adds the final state, the actions, and the effects of the store to the outcomes of the
  /// exploration, if there is one; called at the end of the store.
  ///
  /// `waiting` are the lanes of the effects that wait for something outside the store; a *lane* is
  /// the executor of one effect.
  @MainActor func addOutcome(_ state: some Equatable, waiting: @autoclosure () -> [Lane]) {
    guard let exploration else { return }
    if let effects = trace.effects(waiting: waiting()) { exploration.add(effects) }
    // Without `outcomes`, the exploration does not compare final states. Events are kept only in a
    // run that is compared with its repetition, and in the repetition.
    guard let outcomes = exploration.outcomes else { return }
    outcomes.addState(state)
    outcomes.addOrder(of: trace.actions)
    guard exploration.keepsEvents else { return }
    exploration.add(trace.lines + ValueText.lines(state).map { "the state at the end: \($0)" })
  }

  /// Warns that the store was released by a thread for which the main actor had no time.
  func warnMainActorBlocked(after time: Duration) {
    IssueRecorder.add(
      """
      The test store that was created here was released on another thread, which waited \
      \(time) for the main actor to report what is left. The main actor was busy or blocked for \
      that time, the limit 'mainActorTime'.

      The report follows as soon as the main actor is free. If the main actor was blocked by \
      waiting for that thread, as with 'DispatchQueue.sync' or a semaphore, the two were \
      deadlocked. To fix this, release the store on the main actor, or await the thread instead of \
      blocking.
      """, at: creation, isFailure: false)
  }

  /// Records a failure at the current line; in a real-time window, says how long the store waited.
  func record(_ text: String) {
    let text = realTimeWindow.map { "\(text)\n\n\($0.text)" } ?? text
    if let exploration {
      exploration.addFailure(text, at: location, trace: trace)
    } else {
      IssueRecorder.add(text, at: location)
    }
  }

  /// Records a warning; drops it in an exploration.
  func warn(_ text: String) {
    // An exploration runs the test under many schedules: each of them would repeat the warning.
    if exploration == nil { IssueRecorder.add(text, at: location, isFailure: false) }
  }
}
