import Ratchet

/// Decides whether an action is the one that `TestStore.receive` expects, and describes the
/// expected action in failures.
struct Expectation<Action> {
  private let describe: (_ text: (Any) -> String) -> String
  private let expected: (() -> Action)?
  let matches: (Action) -> Bool

  /// The text for failures; `text` writes the whole action if there is one.
  func description(_ text: (Any) -> String) -> String { describe(text) }

  /// The expected action, if the test gave the whole action.
  ///
  /// Kept as a closure: if the action itself were stored, copying this struct would have to look up
  /// the layout of `Action` at run time.
  var action: Action? { expected?() }

  init(_ action: Action, _ matches: @escaping (Action) -> Bool) {
    describe = { $0(action) }
    expected = { action }
    self.matches = matches
  }

  init(_ description: @escaping @autoclosure () -> String, _ matches: @escaping (Action) -> Bool) {
    describe = { _ in description() }
    expected = nil
    self.matches = matches
  }
}
