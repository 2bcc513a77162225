import Ratchet

/// The result of a replay of a recording.
public enum ReplayResult: Hashable, Sendable {
  /// Each step leads to the recorded state.
  case same(steps: Int)
  /// A step leads to a different state from the recorded one, or reads something else.
  case differs(step: Int, difference: String)
  /// The recording cannot be replayed from this line on; `reason` says why.
  case impossible(line: Int, reason: String)
}

/// One step of a replay: a recorded action that was reduced again.
///
/// The closure that is given to `Recording.replay` receives it.
public struct ReplayedStep<State, Action> {
  /// The number of the action, from 1.
  public let number: Int
  /// The time of the action, since the first store of the recording was made.
  public let time: Duration
  /// The sender of the action.
  public let source: RecordedSource
  /// The action.
  public let action: Action
  /// The state before the action.
  public let before: State
  /// The state after the action.
  public let after: State
  /// What the reducer took from dependencies such as `uuid`, each under the name of its source.
  package let reads: [[String: RecordedJSON]]

  package init(
    number: Int, time: Duration, source: RecordedSource, action: Action, before: State,
    after: State, reads: [[String: RecordedJSON]]
  ) {
    self.number = number
    self.time = time
    self.source = source
    self.action = action
    self.before = before
    self.after = after
    self.reads = reads
  }
}
