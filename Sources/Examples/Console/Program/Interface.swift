/// How keys control a feature and how it is shown, with and without a terminal.
@MainActor package struct Interface<State, Action: Sendable> {
  /// The command of a key; nil for a key that does nothing.
  ///
  /// Also called for Ctrl-C, Ctrl-D, Ctrl-Z and `?`, for which nil means the default: they
  /// interrupt, quit, suspend, and show the help, as everywhere.
  package var command: (Key, State) -> KeyCommand<Action>?

  /// Draws the state: a pure function.
  ///
  /// Lines that are too wide, or too many for the frame, are cut.
  package var draw: (State, Frame) -> [Line]

  /// The lines to print without a terminal after the state has changed.
  package var changes: (_ old: State, _ new: State) -> [String]

  /// The result of a run, which is its last line.
  package var result: (State) -> String

  /// Whether the last line also says what has become of the effects.
  package var countsEffects: Bool

  /// The action that cancels all effects, sent before the end.
  package var quit: Action

  /// What a run begins with that goes on from a state of an earlier one: effects that were in
  /// flight are not started again.
  package var resumed: (State) -> State

  /// What `?` shows until the next key; empty if the program has a help of its own.
  package var help: [String]

  /// The names of subscriptions that end with the input, such as a timer.
  package var listeners: Set<String>

  /// Whether `quit` is sent at the end of input, too, once the effects have finished: what a
  /// listener has done so far is then kept.
  package var quitsAtEndOfInput: Bool

  package init(
    command: @escaping (Key, State) -> KeyCommand<Action>?,
    draw: @escaping (State, Frame) -> [Line],
    changes: @escaping (_ old: State, _ new: State) -> [String],
    result: @escaping (State) -> String, countsEffects: Bool = false, quit: Action,
    resumed: @escaping (State) -> State = { $0 }, help: [String] = [], listeners: Set<String> = [],
    quitsAtEndOfInput: Bool = false
  ) {
    self.command = command
    self.draw = draw
    self.changes = changes
    self.result = result
    self.countsEffects = countsEffects
    self.quit = quit
    self.resumed = resumed
    self.help = help
    self.listeners = listeners
    self.quitsAtEndOfInput = quitsAtEndOfInput
  }
}

/// The command of a key.
package enum KeyCommand<Action> {
  case send(Action)
  case quit
  case interrupt
  case suspend
  case help
  /// Shows the step before, or after, in a program that undoes.
  case undo, redo

  /// The command of a key in every program; nil if the program decides.
  init?(standard key: Key) {
    switch key {
    case .control("c"): self = .interrupt
    case .control("d"): self = .quit
    case .control("z"): self = .suspend
    case .character("?"): self = .help
    default: return nil
    }
  }
}

extension KeyCommand: Sendable where Action: Sendable {}
extension KeyCommand: Equatable where Action: Equatable {}
