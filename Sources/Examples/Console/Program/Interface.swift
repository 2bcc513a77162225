/// How keys control a feature and how it is shown, with and without a terminal.
@MainActor package struct Interface<State, Action: Sendable> {
  /// The command of a key; nil for a key that does nothing.
  ///
  /// Also called for Ctrl-C, Ctrl-D and Ctrl-Z, for which nil means the default: they interrupt,
  /// quit and suspend, as everywhere.
  package var command: (Key, State) -> KeyCommand<Action>?

  /// Draws the state: a pure function.
  ///
  /// Lines that are too wide, or too many for the frame, are cut.
  package var draw: (State, Frame) -> [Line]

  /// The lines to print without a terminal after the state has changed.
  package var changes: (_ old: State, _ new: State) -> [String]

  /// The result of a run, which is its last line.
  package var result: (State) -> String

  /// The action that cancels all effects, sent before the end.
  package var quit: Action

  /// The names of subscriptions that run as long as the program, which the end of input does not
  /// wait for.
  package var listeners: Set<String>

  package init(
    command: @escaping (Key, State) -> KeyCommand<Action>?,
    draw: @escaping (State, Frame) -> [Line],
    changes: @escaping (_ old: State, _ new: State) -> [String],
    result: @escaping (State) -> String, quit: Action, listeners: Set<String> = []
  ) {
    self.command = command
    self.draw = draw
    self.changes = changes
    self.result = result
    self.quit = quit
    self.listeners = listeners
  }
}

/// The command of a key.
package enum KeyCommand<Action> {
  case send(Action)
  case quit
  case interrupt
  case suspend

  /// The command of a key in every program; nil if the program decides.
  init?(standard key: Key) {
    switch key {
    case .control("c"): self = .interrupt
    case .control("d"): self = .quit
    case .control("z"): self = .suspend
    default: return nil
    }
  }
}

extension KeyCommand: Sendable where Action: Sendable {}
extension KeyCommand: Equatable where Action: Equatable {}
