import Ratchet

/// Decides whether an action is the one that `TestStore.receive` expects, and describes the
/// expected action in failures.
struct Expectation<Action> {
  private let describe: () -> String
  private let expected: (() -> Action)?
  let matches: (Action) -> Bool

  /// The text for failures; computed when it is read, so that it costs a passing step nothing.
  var description: String { describe() }

  /// The expected action, if the test gave the whole action.
  ///
  /// Kept as a closure: if the action itself were stored, copying this struct would have to look up
  /// the layout of `Action` at run time.
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
