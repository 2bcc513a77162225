import Ratchet

/// Decides whether an action is the one that `TestStore.receive` expects, and describes the
/// expected action in failures.
struct Expectation<Action> {
  private let describe: () -> String
  private let expected: (() -> Action)?
  let matches: (Action) -> Bool

  /// The text for failures; computed when it is read, so that a step that passes does not pay for
  /// it.
  var description: String { describe() }

  /// The expected action, if the test gave the whole action.
  ///
  /// Also computed: with a stored action, each copy of this struct would need the action's type at
  /// run time.
  var action: Action? { expected?() }

  init(_ action: Action, _ matches: @escaping (Action) -> Bool) {
    describe = { ValueLine.text(action) }
    expected = { action }
    self.matches = matches
  }

  init(_ description: @escaping @autoclosure () -> String, _ matches: @escaping (Action) -> Bool) {
    describe = description
    expected = nil
    self.matches = matches
  }
}
