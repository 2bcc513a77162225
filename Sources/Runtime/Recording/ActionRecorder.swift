public import Ratchet
public import RatchetDependencies

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Records each action of a store in a file, with the values that its reducer read and a digest of
/// the resulting state, and the starts and ends of effects.
///
/// ```swift
/// let recorder = try ActionRecorder(
///   to: file, of: Counter.self, program: "counter", version: "1.0")
/// let store = Store(initialState: Counter.State(), observers: [recorder]) { Counter() }
/// store.send(.increment)
/// try await recorder.close()
/// ```
///
/// A read is a value that a reducer takes from `uuid`, `date`, `randomNumberGenerator` or a
/// `RecordableSource` while it runs. A digest is a hash of the encoded state, which a replay
/// compares. Times are read from the store's clock. ``Recording`` reads the file.
///
/// The line of an action is written off the main actor, after the action has been reduced.
/// ``close()`` adds an end line. If this line is missing, for example because the program was
/// killed, a replay uses all lines of the file, and reports the missing end. At most the last line
/// of such a file is truncated, and actions that were not written yet are missing. Await
/// ``flush()`` before you show something that must not be lost.
///
/// Actions that arrive faster than they are written wait in memory, up to a limit. Actions beyond
/// the limit are not recorded: the file then contains a gap with their number and cannot be
/// replayed beyond it; ``close()`` throws an error.
@MainActor
public final class ActionRecorder<
  State: Codable & Sendable, Action: Codable & Sendable
>: StoreObserver {
  private let writer: RecordingWriter<State, Action>
  /// Has the reads of the last action; `prepare` connects it with the store's dependencies.
  private var tape: ReadTape?
  /// The time of the last action or effect in a file that is continued; zero in a new one.
  private let start: Duration
  /// Measures the time since the store was made.
  private var elapsed: () -> Duration = { .zero }
  /// The number of the last action, counting the actions of a file that is continued.
  private var steps: Int
  /// Whether a store has begun; a second store is refused.
  private var hasBegun = false
  private let failureLog: FailureLog

  /// Opens a file, which no other recorder may write to until this one is closed or released.
  ///
  /// - Parameters:
  ///   - url: Where the recording will be.
  ///   - mode: What to do with a file that is not empty; it is refused by default.
  ///   - feature: The type of the reducer that is recorded.
  ///   - program: The name of the program, which a replay must match.
  ///   - version: The version of the program.
  ///   - limit: The maximum number of actions, and of starts and ends of effects, that wait to be
  ///     written; each action keeps the state after it in memory.
  ///   - redactState: Removes secrets from a state before it is written or digested. The rest must
  ///     not depend on the secrets, or digests differ in a replay, which then names the redacted
  ///     members. For single values, `Redacted` is simpler.
  ///   - redactAction: Removes secrets from an action before it is written or named in an error.
  ///   - redactRead: Removes secrets from a value that a reducer read before it is written. It
  ///     receives the name of the source: `shared:` and the key for a change from outside to a kept
  ///     field (a field with the value of a shared key), and `read:` and the key for a shared value
  ///     that no feature keeps. The source must still be able to decode the value.
  ///   - redactPath: Removes secrets from the path of an effect's feature, such as `rows[3]`, which
  ///     contains the ids of rows.
  ///   - report: Called once if nothing more can be written, for example on a full disk. The store
  ///     continues. By default, the error is logged.
  /// - Throws: A ``RecordingError`` if the file cannot be opened, another recorder is writing to
  ///   it, or the mode does not allow its contents; the file is then left as it was.
  public init<Feature: Reducer>(
    to url: URL, mode: RecordingMode = .new, of feature: Feature.Type, program: String,
    version: String, limit: Int = 1 << 16,
    redactingState redactState: (@Sendable (State) -> State)? = nil,
    redactingActions redactAction: @escaping @Sendable (Action) -> Action = { $0 },
    redactingReads redactRead:
      @escaping @Sendable (_ source: String, _ value: inout RecordedJSON) -> Void = { _, _ in },
    redactingPaths redactPath: @escaping @Sendable (_ path: String) -> String = { $0 },
    onFailure report: (@MainActor @Sendable (RecordingError) -> Void)? = nil
  ) throws(RecordingError) where Feature.State == State, Feature.Action == Action {
    let failureLog = FailureLog()
    self.failureLog = failureLog
    let file = try RecordingFile(url, mode, program: program, version: version)
    // Both are zero unless the recorder continues the file.
    (steps, start) = (file.whole.steps, file.whole.time)
    writer = RecordingWriter(
      RecordingOutput(
        file, program: program, version: version, redactState: redactState,
        redactAction: redactAction, redactRead: redactRead, redactPath: redactPath),
      limit: limit, report: report ?? { failureLog.add($0) })
  }

  /// Returns when all actions so far are written, even if the calling task is cancelled; the
  /// recording continues.
  ///
  /// - Throws: A ``RecordingError`` if something could not be written.
  public func flush() async throws(RecordingError) {
    try await writer.flush()
  }

  /// Ends the recording, and returns when all of it is written.
  ///
  /// Later actions are not recorded, and another recorder may continue the file.
  ///
  /// - Throws: A ``RecordingError`` if something could not be written, or was left out because of
  ///   the limit.
  public func close() async throws(RecordingError) {
    try await writer.close()
  }

  // MARK: - The store

  // `Store.init` calls `prepare` before it makes the initial state, then `begin` with this state.
  // Later, the store calls `observe` for each event.

  /// Makes the store's dependencies record what reducers read, and begins to measure time.
  @_documentation(visibility: internal)
  public func prepare(_ dependencies: inout DependencyValues) {
    tape = dependencies.recordReads()
    failureLog.log = dependencies.log
    elapsed = Self.stopwatch(dependencies.clockOrLive)
  }

  private static func stopwatch(_ clock: some Clock<Duration>) -> () -> Duration {
    let start = clock.now
    return { start.duration(to: clock.now) }
  }

  /// Records the initial state.
  @_documentation(visibility: internal)
  public func begin(_ state: State) {
    precondition(
      !hasBegun,
      """
      An 'ActionRecorder' was given to a second store. A recording belongs to one store. To fix \
      this, create a recorder for each.
      """)
    hasBegun = true
    writer.add(.start(state))
  }

  /// Records each action that was reduced, and the starts and ends of effects; ignores other
  /// events.
  @_documentation(visibility: internal)
  public func observe(_ event: StoreEvent<State, Action>) {
    if case .reduced(let action, let source, _, let after, _) = event {
      steps += 1
      writer.add(
        .step(
          RecordingOutput.Step(
            number: steps, time: time, source: RecordedSource(source), action: action,
            reads: tape?.reads ?? [], state: after)))
    } else if let moment = RecordedEffect.Moment(event) {
      writer.add(.effect(moment, time))
    }
  }

  /// The time of a line: the first store's creation is zero, and the time between the stores of a
  /// continued file does not count.
  private var time: Duration { start + elapsed() }
}

/// Logs that a recording has ended early, with the log of the store that is recorded.
///
/// Used by a recorder that was made without `onFailure`. The recorder exists before its store, so
/// `ActionRecorder.prepare` replaces `log` with the store's log.
@MainActor private final class FailureLog {
  var log = DependencyValues.current.log

  func add(_ error: RecordingError) {
    log(
      LogMessage(
        level: .error,
        text: """
          A recording ended early: \(error.reason). The store continues without being recorded. To \
          replay the lines that were written, pass 'lenient: true'.
          """))
  }
}

extension RecordedSource {
  /// Records who sent an action; for an effect, only its number and name, which is all that the
  /// file holds.
  package init(_ source: ActionSource) {
    switch source {
    case .caller: self = .caller
    case .effect(let effect): self = .effect(effect.id, name: effect.name)
    }
  }
}
