import RatchetDependencies
import Testing

/// Records the failures of one test store at the current line of its test.
final class IssueSink: Sendable {
  private struct Position {
    var location: SourceLocation
    var realTimeWindow: RealTimeWindow?
  }

  let creation: SourceLocation
  private let trace: Trace
  private let exploration: Exploration?
  private let position: Locked<Position>

  init(_ creation: SourceLocation, trace: Trace) {
    self.creation = creation
    self.trace = trace
    exploration = Exploration.current
    position = Locked(Position(location: creation))
  }

  /// Where failures are currently recorded.
  var location: SourceLocation {
    get { position.withLock { $0.location } }
    set { position.withLock { $0.location = newValue } }
  }

  /// The real-time window, while one is open.
  var realTimeWindow: RealTimeWindow? {
    get { position.withLock { $0.realTimeWindow } }
    set { position.withLock { $0.realTimeWindow = newValue } }
  }

  /// Records an error that the library reported while the test ran.
  func record(_ message: LogMessage) {
    record("\(message.text)\n\n(\(message.fileID):\(message.line))")
  }

  /// Records what was left at the end of a test.
  func recordAtCreation(_ left: LeftoverReport) {
    location = creation
    switch left {
    case .nothing: break
    case .failure(let text): record(text)
    case .warning(let text): warn(text)
    }
  }

  /// Reports the outcome of the store to an exploration.
  @MainActor func addOutcome(_ state: some Equatable) {
    guard let exploration, let outcomes = exploration.outcomes else { return }
    outcomes.add(state, deviations: trace.deviations)
    outcomes.add(trace.actions)
    guard exploration.keepsEvents else { return }
    exploration.add(trace.lines + ValueText.lines(state).map { "the state at the end: \($0)" })
  }

  /// Warns that the store was released by a thread for which the main actor had no time.
  func warnMainActorBlocked(after milliseconds: Int) {
    IssueRecorder.add(
      """
      The test store that was made here was released on another thread, which waited \
      \(milliseconds) ms for the main actor, to report what is left. The main actor was busy or \
      blocked.

      It is reported as soon as the main actor is free. If the main actor was blocked until that \
      thread was done, as by 'DispatchQueue.sync' or a semaphore, neither could go on. To fix \
      this, release the store on the main actor, or let the main actor await the thread instead \
      of blocking.
      """, at: creation, isFailure: false)
  }

  func record(_ text: String) {
    let text = realTimeWindow.map { "\(text)\n\n\($0.text)" } ?? text
    if let exploration {
      exploration.addFailure(text, at: location, trace: trace)
    } else {
      IssueRecorder.add(text, at: location)
    }
  }

  /// Records a warning.
  func warn(_ text: String) {
    // Of many explored schedules, only the failing one may warn.
    if exploration == nil { IssueRecorder.add(text, at: location, isFailure: false) }
  }
}
