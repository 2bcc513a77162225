/// How a feature is driven by keys and shown, on a terminal and without one.
@MainActor package struct Interface<State, Action: Sendable> {
  /// What a key asks for; nil for a key that does nothing.
  ///
  /// Ctrl-C, Ctrl-D and Ctrl-Z are asked about too, but need no answer: without one they interrupt,
  /// quit and suspend, as everywhere.
  package var command: (Key, State) -> KeyCommand<Action>?

  /// Draws the state: a pure function.
  ///
  /// What is wider or higher than the frame is cut.
  package var draw: (State, Frame) -> [Line]

  /// Without a terminal, the lines to print after the state has changed.
  package var changes: (_ old: State, _ new: State) -> [String]

  /// The result of a run, which its last line tells.
  package var result: (State) -> String

  /// The action that cancels all effects; it is sent before the end.
  package var quit: Action

  package init(
    command: @escaping (Key, State) -> KeyCommand<Action>?,
    draw: @escaping (State, Frame) -> [Line],
    changes: @escaping (_ old: State, _ new: State) -> [String],
    result: @escaping (State) -> String, quit: Action
  ) {
    self.command = command
    self.draw = draw
    self.changes = changes
    self.result = result
    self.quit = quit
  }
}

/// What a key asks for.
package enum KeyCommand<Action> {
  case send(Action)
  case quit
  case interrupt
  case suspend

  /// What a key asks for in every program; nil if that is left to the program.
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
